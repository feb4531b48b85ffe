import "server-only";
import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";

/**
 * The secret that signs session cookies: `NEXTAUTH_SECRET`, or 48 random bytes stored in
 * `$DATA_DIR/nextauth-secret`.
 */
export function nextAuthSecret(): string {
  return env().nextAuthSecret ?? processSingleton("nextauth-secret", storedSecret);
}

function storedSecret(): string {
  const path = join(env().dataDir, "nextauth-secret");
  mkdirSync(env().dataDir, { recursive: true, mode: 0o700 });
  // If several processes start together, one publishes its secret atomically and the others read it.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, randomBytes(48).toString("base64url"), { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
  const secret = readFileSync(path, "utf8").trim();
  if (secret.length < 32) {
    throw new Error(
      `${path} contains no usable secret. Delete it and restart the panel; every operator then has to sign in again.`,
    );
  }
  return secret;
}
