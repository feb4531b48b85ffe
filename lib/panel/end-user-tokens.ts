import "server-only";
import { directory, instanceApi } from "@/lib/instance";
import type { Operator } from "@/lib/operators";

/**
 * Ends the user tokens that an operator's pages were given for the local instance API, once the sessions are ended: a
 * token would otherwise be good for the rest of its quarter of an hour. The operator's bots keep theirs.
 */
export async function endUserTokens({ userId }: Pick<Operator, "userId">): Promise<void> {
  if (instanceApi() === null && userId !== null) await directory().revokeUserTokens(userId);
}
