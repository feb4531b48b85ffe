import "server-only";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "@/lib/server/db";

const key = "setup-token-sha256";
const digest = (token: string) => createHash("sha256").update(token).digest("hex");

/** A new one-time token for the set-up page; earlier ones stop working. Only its hash is stored. */
export async function issueSetupToken(db: Db): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await db
    .insertInto("meta")
    .values({ key, value: digest(token) })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: digest(token) }))
    .execute();
  return token;
}

export async function setupTokenMatches(db: Db, token: string): Promise<boolean> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", key).executeTakeFirst();
  return row !== undefined && timingSafeEqual(Buffer.from(row.value), Buffer.from(digest(token)));
}

export async function dropSetupToken(db: Db): Promise<void> {
  await db.deleteFrom("meta").where("key", "=", key).execute();
}
