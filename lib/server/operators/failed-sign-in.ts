import "server-only";
import { recordFailure } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { keyOf } from "@/lib/shared/contract/username";

/** Longer than any user name, also before it is normalised. */
const LONGEST_NAME = 128;

async function knownName(typed: string): Promise<string | undefined> {
  if (typed.length > LONGEST_NAME || typed.includes("\0")) return undefined;
  const row = await db()
    .selectFrom("operators")
    .select("username")
    .where("username_key", "=", keyOf(typed))
    .executeTakeFirst();
  return row?.username;
}

/**
 * Records a refused sign-in. A name that is not an operator's is not stored: people type passwords into the wrong box.
 */
export async function recordFailedSignIn(typed: string): Promise<void> {
  const actor = (await knownName(typed)) ?? "unknown user";
  await recordFailure(db(), { actor, action: "sign-in.failed" });
}
