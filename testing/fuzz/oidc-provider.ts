import { generateKeyPairSync, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
// Loaded at once, because branches of later modules are not counted.
import "openid-client";
import type { Oidc } from "@/lib/env";
import { createProvider } from "@/lib/server/operators/oidc/provider";
import { isObject, parsedJson } from "@/lib/shared/json/value";

const CLIENT_ID = "panel";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const keys = { keys: [{ ...publicKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] };

const encoded = (text: string) => Buffer.from(text).toString("base64url");

function signed(claims: string): string {
  const text = `${encoded('{"alg":"RS256"}')}.${encoded(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
}

let issuer = "";
/** The answer at each path. */
let answers: Record<string, string> = {};

/** An answer may begin with a line of its status and, after a space, WWW-Authenticate. */
function answer({ url = "" }: IncomingMessage, response: ServerResponse): void {
  const text = answers[url] ?? "404\n";
  const [first = "", status, challenge] = /^([2-5]\d\d)(?: ([\x20-\x7e]*))?\n/.exec(text) ?? [];
  response.statusCode = Number(status ?? 200);
  if (challenge) response.setHeader("www-authenticate", challenge);
  response.setHeader("content-type", "application/json").end(text.slice(first.length));
}

const server = createServer(answer);
server.unref();

async function start(): Promise<void> {
  if (issuer !== "") return;
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Adds to the claims of an ID token, unless they have them already, what the library requires of each token. */
function complete(text: string): string {
  const claims = parsedJson(text);
  if (!isObject(claims)) return text;
  const now = Math.floor(Date.now() / 1000);
  return JSON.stringify({ iss: issuer, aud: CLIENT_ID, exp: now + 60, iat: now, ...claims });
}

/**
 * Asks a provider about a person.
 * @param input its document, the tokens, the claims of the ID token and those of userinfo, with `@@` between them. An
 *   empty part is a valid answer; `ISSUER` and `ID` become the issuer and the signed ID token.
 * @returns null if the provider refuses, or its answers are invalid
 */
export async function askedAgain(input: string) {
  await start();
  const [configuration = "", tokens = "", idClaims = "", userinfo = ""] = input.split("@@");
  const paths = { token_endpoint: "/token", userinfo_endpoint: "/userinfo", jwks_uri: "/keys" };
  const endpoints = Object.entries(paths).map(([name, path]) => [name, issuer + path]);
  const idToken = signed(complete(idClaims || '{"sub":"1"}'));
  answers = {
    "/.well-known/openid-configuration":
      configuration.replaceAll("ISSUER", issuer) ||
      JSON.stringify({ issuer, ...Object.fromEntries(endpoints) }),
    "/token": (tokens || '{"access_token":"a","id_token":"ID"}').replaceAll('"ID"', `"${idToken}"`),
    "/userinfo": userinfo || '{"sub":"1"}',
    "/keys": JSON.stringify(keys),
  };
  const oidc = { issuer, clientId: CLIENT_ID, clientSecret: "secret" } as Oidc;
  try {
    return await createProvider({ oidc, pool: null }).askAgain(oidc, { refreshToken: "r" }, () =>
      Promise.resolve(),
    );
  } catch (error) {
    if (!(error instanceof Error) || error.message === "") throw error;
    return null;
  }
}
