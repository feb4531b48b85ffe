import "server-only";
import { instanceStore, instanceApi } from "@/lib/server/instance";
import type { Operator } from "@/lib/server/operators";

/**
 * Revokes the user tokens that an operator's pages were given for the local instance API. Called after the sessions are
 * ended, because a token would otherwise stay valid for the rest of its quarter of an hour. Tokens of the operator's
 * bots are not revoked, nor those that were made for scripts.
 */
export async function endUserTokens({ userId }: Pick<Operator, "userId">): Promise<void> {
  if (instanceApi() === null && userId !== null) await instanceStore().revokeUnnamedTokens(userId);
}

/** Like `endUserTokens`, and the tokens for scripts, too: for an operator who is to do nothing any more. */
export async function endEveryUserToken({ userId }: Pick<Operator, "userId">): Promise<void> {
  if (instanceApi() === null && userId !== null) await instanceStore().revokeUserTokens(userId);
}
