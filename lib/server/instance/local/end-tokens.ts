import "server-only";
import type { Row, Tx } from "@/lib/server/db";
import { revocationMoment } from "./tokens";
import { latestMoment } from "./snowflake-lease";

/**
 * Revokes every token issued to a user or bot, including tokens that a fast clock dated in the future.
 * @returns the user's new `valid_tokens_since` (ms)
 */
export async function endTokens(
  tx: Tx,
  { id, valid_tokens_since: since }: Pick<Row<"users">, "id" | "valid_tokens_since">,
): Promise<number> {
  const valid_tokens_since = revocationMoment(since, await latestMoment(tx));
  await tx.updateTable("users").set({ valid_tokens_since }).where("id", "=", id).execute();
  return valid_tokens_since;
}
