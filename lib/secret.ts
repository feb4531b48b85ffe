import "server-only";
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "@/lib/env";

/**
 * The secret that signs session cookies: `NEXTAUTH_SECRET`, or 48 random bytes stored in `$DATA_DIR/nextauth-secret`.
 */
export const nextAuthSecret = ({ nextAuthSecret: given, dataDir }: Env): string =>
  given ?? storedSecret(dataDir);

/** If several processes start together, one of them writes its text atomically. The others read this text. */
export function storeFileOnce(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  // On a full disk, the panel starts with the text that it has.
  if (existsSync(path)) return readFileSync(path, "utf8").trim();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, "utf8").trim();
}

function storedSecret(dataDir: string): string {
  const secret = storeFileOnce(dataDir, "nextauth-secret", randomBytes(48).toString("base64url"));
  if (secret.length < 32) {
    throw new Error(
      `${join(dataDir, "nextauth-secret")} contains no usable secret. Delete it and restart the panel; every operator then has to sign in again.`,
    );
  }
  return secret;
}
