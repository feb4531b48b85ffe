import "server-only";
import { commandLine } from "@/lib/shared/author";
import type { Db } from "@/lib/server/db";
import { currentOrigin, recordAudit } from "@/lib/server/audit";
import { announceEndedSessions } from "../ended-sessions";
import { endSessions, type Operator } from "../operators";
import { knownOperator } from "../reset-password";

/**
 * Removes all second factors of an operator and ends the operator's sessions. For the command line. The password is
 * unchanged.
 * @param username in any spelling
 * @throws AppError `not-found` with the names of all operators
 */
export async function resetFactors(db: Db, username: string): Promise<Operator> {
  const operator = await knownOperator(db, username);
  const origin = await currentOrigin();
  await db.transaction().execute(async (tx) => {
    for (const table of ["passkeys", "totp", "recovery_codes"] as const)
      await tx.deleteFrom(table).where("operator_id", "=", operator.id).execute();
    await recordAudit(tx, {
      actor: commandLine,
      action: "operator.reset-factor",
      target: operator.username,
      origin,
    });
  });
  await endSessions(db, operator.id);
  await announceEndedSessions();
  return operator;
}
