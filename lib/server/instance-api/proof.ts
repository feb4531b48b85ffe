import "server-only";
import { AppError } from "@/lib/errors";
import { db } from "@/lib/server/db";
import type { Caller } from "@/lib/server/instance";
import { findSession } from "@/lib/server/operators/session-store";

/**
 * A token of the panel's pages is only as trustworthy as its session: for dangerous actions, the operator must
 * have proved who they are in that session. Tokens for scripts were created with a proof, and other programs that
 * issue tokens know the signing key.
 * @throws AppError `proof-required`
 */
export async function proofOf({ sessionId }: Caller): Promise<void> {
  if (sessionId === undefined) return;
  const session = await findSession(db(), sessionId);
  if (!session?.isProved || session.needsFactor) throw new AppError("proof-required");
}
