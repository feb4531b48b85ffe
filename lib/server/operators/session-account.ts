import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Db } from "@/lib/server/db";
import { nextAuthSecret } from "@/lib/secret";

const ALGORITHM = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

/**
 * Derives a key for each purpose, so that a string encrypted for one purpose cannot be decrypted for another.
 */
const keyFor = (purpose: string) =>
  Buffer.from(hkdfSync("sha256", nextAuthSecret(), "", `instance-admin ${purpose}`, 32));

/** Encrypts a string with a key derived from the panel's secret. @param purpose must be the same for `unseal` */
export function seal(text: string, purpose: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, keyFor(purpose), nonce);
  const content = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString("base64url");
}

/** Decrypts a string. Returns null if it was changed, or was encrypted with another secret or purpose. */
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
 * An account on a running instance, which an operator has connected to one session or API token. The account
 * is stored in the row of the session or token, encrypted with a key that depends on the row, and deleted with
 * the row. The browser never receives the account.
 */

/** A session, or an API token that acts as one. */
interface Holder {
  id: string;
  token?: { id: string };
}

const purposeOf = ({ id }: Holder) => `account of session ${id}`;

const rowOf = ({ id, token }: Holder) =>
  token ? (["api_tokens", token.id] as const) : (["sessions", id] as const);

/** Returns the session's account as text. Null if there is none, or if it cannot be decrypted anymore. */
export async function readSessionAccount(db: Db, holder: Holder): Promise<string | null> {
  const [table, id] = rowOf(holder);
  const row = await db.selectFrom(table).select("account").where("id", "=", id).executeTakeFirst();
  return row?.account == null ? null : unseal(row.account, purposeOf(holder));
}

/** @param text null removes the account */
export async function writeSessionAccount(db: Db, holder: Holder, text: string | null): Promise<void> {
  const [table, id] = rowOf(holder);
  const account = text === null ? null : seal(text, purposeOf(holder));
  await db.updateTable(table).set({ account }).where("id", "=", id).execute();
}
