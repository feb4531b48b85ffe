import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

export type Seals = ReturnType<typeof createSeals>;

export function createSeals(secret: string) {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", secret, "", `instance-admin ${purpose}`, 32));
  return {
    seal(text: string, purpose: string): string {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(ALGORITHM, keyFor(purpose), nonce);
      const content = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString("base64url");
    },

    /** Returns null if the string was changed, or was encrypted with another secret or purpose. */
    unseal(sealed: string, purpose: string): string | null {
      try {
        const bytes = Buffer.from(sealed, "base64url");
        const decipher = createDecipheriv(ALGORITHM, keyFor(purpose), bytes.subarray(0, NONCE), {
          authTagLength: TAG,
        });
        decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
        return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString(
          "utf8",
        );
      } catch {
        return null;
      }
    },
  };
}
