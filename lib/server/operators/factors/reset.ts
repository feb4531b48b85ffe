import "server-only";
import { commandLine } from "@/lib/shared/author";
import type { Db } from "@/lib/server/db";
import { currentOrigin, recordAudit } from "@/lib/server/audit";
import { announceEndedSessions } from "../ended-sessions";
import { endSessions, type Operator } from "../operators";
import { knownOperator } from "../reset-password";

/**
 * Removes all of an operator's second factors, for a person who may run commands on the machine. The password is
 * unchanged, and all sessions of the operator end.
 * @param username in any of its spellings
 * @throws AppError `not-found`, naming the existing operators
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
