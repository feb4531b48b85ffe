import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

const [PRESENT, VERIFIED, HAS_CREDENTIAL] = [1, 4, 64];

/** What an answer claims. Tests set a wrong value. */
interface Claims {
  challenge: string;
  origin?: string;
  rpId?: string;
  /** Whether the authenticator recognized its owner. */
  isVerified?: boolean;
  counter?: number;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** An authenticator with one passkey (ES256, without attestation), for tests without a browser. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16).toString("base64url");
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  /** The answer to a request to create a passkey. */
  created(claims: Claims) {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    // CBOR: the key as { 1: 2, 3: -7, -1: 1, -2: x, -3: y }
    const key = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
    const id = Buffer.from(this.id, "base64url");
    const authData = this.data(claims, [Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
    // CBOR: { fmt: "none", attStmt: {}, authData }
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from("fmt"),
      Buffer.from([0x64]),
      Buffer.from("none"),
      Buffer.from([0x67]),
      Buffer.from("attStmt"),
      Buffer.from([0xa0, 0x68]),
      Buffer.from("authData"),
      Buffer.from([0x58, authData.length]),
      authData,
    ]);
    const response = {
      clientDataJSON: this.client("webauthn.create", claims).toString("base64url"),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal"],
    };
    return { ...this.credential(), response };
  }

  /** The answer to a request to sign in. */
  signed(claims: Claims) {
    const client = this.client("webauthn.get", claims);
    const data = this.data(claims);
    const signature = createSign("sha256")
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.keys.privateKey);
    const response = {
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
    };
    return { ...this.credential(), response };
  }

  private credential() {
    return { id: this.id, rawId: this.id, type: "public-key" as const, clientExtensionResults: {} };
  }

  private client(type: string, { challenge, origin = "http://localhost:3000" }: Claims): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private data({ rpId = "localhost", isVerified = true, counter = 0 }: Claims, credential: Buffer[] = []) {
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...credential]);
  }
}
