import "server-only";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "@/lib/server/db";

const key = "setup-token-sha256";
const LINK_LASTS_MS = 60 * 60 * 1000;
const digest = (token: string) => createHash("sha256").update(token).digest("hex");

/** Creates a one-time token for the setup page, and invalidates earlier tokens. Stores only the hash and the expiry. */
export async function issueSetupToken(db: Db): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  const value = `${digest(token)} ${Date.now() + LINK_LASTS_MS}`;
  await db
    .insertInto("meta")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
  return token;
}

/** Checks a token. It is valid for an hour, unless a newer token was issued. */
export async function judgeSetupToken(db: Db, token: string): Promise<"valid" | "ended" | "wrong"> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", key).executeTakeFirst();
  const [hash = "", end = "0"] = row?.value.split(" ") ?? [];
  const own = digest(token);
  if (hash.length !== own.length || !timingSafeEqual(Buffer.from(hash), Buffer.from(own))) return "wrong";
  const left = Number(end) - Date.now();
  // If the token seems to be valid for more than an hour, the clock was ahead when the token was issued.
  return left > 0 && left <= LINK_LASTS_MS ? "valid" : "ended";
}

export async function dropSetupToken(db: Db): Promise<void> {
  await db.deleteFrom("meta").where("key", "=", key).execute();
}
