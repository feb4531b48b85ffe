import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Db } from "@/lib/server/db";
import { nextAuthSecret } from "@/lib/secret";

const ALGORITHM = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

/** A key of its own for each purpose, so that what is sealed for one cannot be opened as another. */
const keyFor = (purpose: string) =>
  Buffer.from(hkdfSync("sha256", nextAuthSecret(), "", `instance-admin ${purpose}`, 32));

/** Encrypts a text with a key derived from the panel's secret. @param purpose must be the same for decryption */
export function seal(text: string, purpose: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, keyFor(purpose), nonce);
  const content = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString("base64url");
}

/** The text; null for one that was sealed with another secret, for another purpose, or was changed. */
export function unseal(sealed: string, purpose: string): string | null {
  try {
    const bytes = Buffer.from(sealed, "base64url");
    const decipher = createDecipheriv(ALGORITHM, keyFor(purpose), bytes.subarray(0, NONCE), {
      authTagLength: TAG,
    });
    decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/*
 * The account of a running instance that an operator has connected. It belongs to one session, is stored in its row and
 * goes with it; the key is of that session, too. The browser never has it.
 */

const purposeOf = (sessionId: string) => `account of session ${sessionId}`;

/** What the session keeps, as text; null if it keeps nothing, or it cannot be read any more. */
export async function readSessionAccount(db: Db, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom("sessions")
    .select("account")
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return row?.account == null ? null : unseal(row.account, purposeOf(sessionId));
}

/** @param text null: the session keeps nothing any more */
export async function writeSessionAccount(db: Db, sessionId: string, text: string | null): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ account: text === null ? null : seal(text, purposeOf(sessionId)) })
    .where("id", "=", sessionId)
    .execute();
}
