import "server-only";
import { byOperator, unproven } from "@/lib/shared/author";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { audited, currentOrigin, recordFailure } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { credentials, type InvitationFacts } from "@/lib/shared/contract/operators";
import { insertOperator, prepareOperators } from "./operator-users";
import { type Operator, takeInvitation } from "@/lib/server/operators";
import { operators } from "./rooms";

/** What a person sends to join with a link. */
export const joining = z.object({ token: z.string().max(200), ...credentials.shape });

/** If `work` refuses a link, records the failure in the audit log. */
async function recordingRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === "forbidden")
      await recordFailure(db(), { actor: unproven(), action: "join.failed" });
    throw error;
  }
}

/** Returns what an invitation link offers. @throws AppError `forbidden` for an invalid link */
export const readInvitation = (token: string): Promise<InvitationFacts> =>
  recordingRefusal(() => operators().checkInvitation(token));

/**
 * Adds the person with the link as an operator, and uses up the link, in one transaction.
 * @throws AppError `forbidden` for an invalid link; `conflict` if the username is taken
 */
export async function join({ token, username, password }: z.infer<typeof joining>): Promise<Operator> {
  await prepareOperators();
  // Determine the origin first. Inside the transaction, `currentOrigin` could deadlock, because it may store a version.
  const origin = await currentOrigin();
  return recordingRefusal(async () => {
    await operators().checkInvitation(token);
    return db()
      .transaction()
      .execute((tx) => {
        const entry = { actor: byOperator(username), action: "operator.join", target: username, origin };
        return audited(
          tx,
          entry,
          async () => {
            const { role, invitedBy } = await takeInvitation(tx, token);
            return { operator: await insertOperator(tx, { username, password, role }), invitedBy };
          },
          ({ operator: { role }, invitedBy }) => ({ detail: { role, invitedBy } }),
        ).then(({ operator }) => operator);
      });
  });
}
