import "server-only";
import { instanceStore, instanceApi } from "@/lib/server/instance";
import type { Operator } from "@/lib/server/operators";

/**
 * Revokes the user tokens that an operator's pages received for the local instance API. Call this after ending
 * sessions, because the tokens would otherwise be valid for up to 15 more minutes. Tokens for scripts, and tokens of
 * the operator's bots, are not revoked.
 */
export async function endUserTokens({ userId }: Pick<Operator, "userId">): Promise<void> {
  if (instanceApi() === null && userId !== null) await instanceStore().revokeUnnamedTokens(userId);
}

/**
 * Revokes all user tokens of an operator, including those for scripts. For operators who lose access, become viewers,
 * or whose password may be known to somebody else.
 */
export async function endEveryUserToken({ userId }: Pick<Operator, "userId">): Promise<void> {
  if (instanceApi() === null && userId !== null) await instanceStore().revokeUserTokens(userId);
}
