import "server-only";
import ipaddr from "ipaddr.js";
import { AppError } from "@/lib/errors";
import { createHash } from "node:crypto";
import type { Db } from "@/lib/server/db";
import type { Env } from "@/lib/env";
import type { Seals } from "../seals";

export function whyNoPasskeys({ publicUrl }: Pick<Env, "publicUrl">): string | null {
  const { hostname, protocol } = new URL(publicUrl);
  if (ipaddr.isValid(hostname.replace(/[[\]]/g, "")))
    return `Passkeys need a domain, and the panel's address is ${hostname}. Give the panel a domain, and set NEXTAUTH_URL to it.`;
  if (protocol !== "https:" && hostname !== "localhost")
    return "Passkeys need https. Put the panel behind a proxy with TLS, and set NEXTAUTH_URL to its https:// address.";
  return null;
}

/**
 * Passkeys are bound to the domain.
 * @throws AppError `conflict` if passkeys do not work at the panel's address
 */
export function relyingParty(env: Pick<Env, "publicUrl">): { id: string; origin: string } {
  const reason = whyNoPasskeys(env);
  if (reason !== null) throw new AppError("conflict", reason);
  const { hostname, origin } = new URL(env.publicUrl);
  return { id: hostname, origin };
}

/*
 * Challenges for passkeys are encrypted but not stored, because anyone can request them without signing in.
 * When a challenge is answered, its hash is stored until it expires, so that no replica accepts a second answer.
 */

const LASTS = 5 * 60_000;

/** The only purpose that a challenge is valid for, such as adding a passkey in a certain session. */
export type Purpose = `sign-in` | `proof ${string}` | `passkey ${string}`;

const nameOf = (purpose: Purpose) => `challenge: ${purpose}`;

export const newChallenge = ({ seal }: Seals, purpose: Purpose): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(seal(String(Date.now() + LASTS), nameOf(purpose)), "base64url"));

/** Whether the panel created this challenge for this purpose in the last five minutes. @param challenge in base64url */
export function isChallenge({ unseal }: Seals, challenge: string, purpose: Purpose): boolean {
  const expiresAt = Number(unseal(challenge, nameOf(purpose)));
  return expiresAt > Date.now() && expiresAt <= Date.now() + LASTS;
}

/** @returns false if it was already answered */
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
