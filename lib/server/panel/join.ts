import "server-only";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { type Audit, currentOrigin } from "@/lib/server/audit";
import type { Db } from "@/lib/server/db";
import { type Operator, type Operators, takeInvitation } from "@/lib/server/operators";
import { byOperator, unproven } from "@/lib/shared/author";
import { credentials, type InvitationFacts } from "@/lib/shared/contract/operators";
import type { OperatorUsers } from "./operator-users";

export const joining = z.object({ token: z.string().max(200), ...credentials.shape });

interface JoiningDeps {
  db: Db;
  audit: Pick<Audit, "audited" | "recordFailure">;
  operators: Operators;
  operatorUsers: OperatorUsers;
}

export function createJoining({ db, audit, operators, operatorUsers }: JoiningDeps) {
  /** If `work` refuses a link, records the failure in the audit log. */
  async function recordingRefusal<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.code === "forbidden")
        await audit.recordFailure(db, { actor: unproven(), action: "join.failed" });
      throw error;
    }
  }

  return {
    /** @throws AppError `forbidden` for an invalid link */
    readInvitation: (token: string): Promise<InvitationFacts> =>
      recordingRefusal(() => operators.checkInvitation(token)),

    /**
     * Adds the person with the link as an operator, and uses up the link, in one transaction.
     * @throws AppError `forbidden` for an invalid link; `conflict` if the username is taken
     */
    async join({ token, username, password }: z.infer<typeof joining>): Promise<Operator> {
      await operatorUsers.prepare();
      // Determine the origin first. Inside the transaction, `currentOrigin` could deadlock, because it may store a version.
      const origin = await currentOrigin();
      const entry = { actor: byOperator(username), action: "operator.join", target: username, origin };
      return recordingRefusal(async () => {
        await operators.checkInvitation(token);
        const { operator } = await db.transaction().execute((tx) =>
          audit.audited(
            tx,
            entry,
            async () => {
              const { role, invitedBy } = await takeInvitation(tx, token);
              return { operator: await operatorUsers.insert(tx, { username, password, role }), invitedBy };
            },
            ({ operator: { role }, invitedBy }) => ({ detail: { role, invitedBy } }),
          ),
        );
        return operator;
      });
    },
  };
}
