import "server-only";
import { instanceStore, instanceApi } from "@/lib/server/instance";
import type { Operator } from "@/lib/server/operators";

/**
 * Revokes the user tokens that an operator's pages received for the local instance API. Called after the sessions
 * have ended, because a token would otherwise stay valid for the rest of its 15 minutes. Tokens of the operator's
 * bots and tokens for scripts are not revoked.
 */
export async function endUserTokens({ userId }: Pick<Operator, "userId">): Promise<void> {
  if (instanceApi() === null && userId !== null) await instanceStore().revokeUnnamedTokens(userId);
}

/**
 * Like `endUserTokens`, but also revokes the tokens for scripts: for an operator who loses all access, becomes a
 * viewer, or whose password another person may know.
 */
export async function endEveryUserToken({ userId }: Pick<Operator, "userId">): Promise<void> {
  if (instanceApi() === null && userId !== null) await instanceStore().revokeUserTokens(userId);
}
