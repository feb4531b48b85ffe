import "server-only";
import { createHash } from "node:crypto";
import type { Db } from "@/lib/server/db";
import { seal, unseal } from "../session-account";

/*
 * Challenges for passkeys. They are sealed instead of stored, because anybody may ask for one at the sign-in page. The hash
 * of one that was answered is stored until it expires, so that an answer counts once, at all replicas.
 */

const LASTS = 5 * 60_000;

/** What the answer is for, such as adding a passkey in one session: it is good for nothing else. */
type Purpose = `sign-in` | `proof ${string}` | `passkey ${string}`;

const nameOf = (purpose: Purpose) => `challenge: ${purpose}`;

export const newChallenge = (purpose: Purpose): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(seal(String(Date.now() + LASTS), nameOf(purpose)), "base64url"));

/** Whether this panel asked for an answer to it, for this purpose, in the last five minutes. @param challenge base64url */
export function isChallenge(challenge: string, purpose: Purpose): boolean {
  const expiresAt = Number(unseal(challenge, nameOf(purpose)));
  return expiresAt > Date.now() && expiresAt <= Date.now() + LASTS;
}

/** Marks a challenge as answered. @returns false if it was already */
export async function consumeChallenge(db: Db, challenge: string): Promise<boolean> {
  const now = Date.now();
  await db.deleteFrom("used_challenges").where("expires_at", "<", now).execute();
  const result = await db
    .insertInto("used_challenges")
    .values({ id: createHash("sha256").update(challenge).digest("base64url"), expires_at: now + LASTS })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export type { Purpose };
