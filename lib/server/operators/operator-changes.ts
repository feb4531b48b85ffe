import "server-only";
import { sql } from "kysely";
import { dialectOf, type Tx } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { keyOf } from "@/lib/shared/contract/username";
import type { Role } from "@/lib/shared/role";
import type { OperatorsRoom } from "./room";
import { dropEnded, maySignIn, nextMark, noOperator, type Operator, refuseTaken, shown } from "./operators";

export async function lockOperators(tx: Tx): Promise<void> {
  if (dialectOf(tx) === "postgres") await sql`lock table operators in exclusive mode`.execute(tx);
}

export type OperatorChange =
  | { disabled: boolean }
  | { role: Role }
  | { username: string }
  | { sections: readonly string[] | null };

/**
 * Disabling ends the operator's sessions, and a new role takes effect with the next request.
 * @throws AppError `not-found`; `conflict` if no owner could sign in afterwards, or the username is taken
 */
export async function changeOperator(
  room: OperatorsRoom,
  id: number,
  change: OperatorChange,
): Promise<Operator> {
  const operator = await room.db.transaction().execute(async (tx) => {
    await lockOperators(tx);
    if (("disabled" in change && change.disabled) || ("role" in change && change.role !== "owner"))
      await refuseForLastOwner(room, tx, id);
    if ("role" in change) await refuseProvided(tx, id);
    if ("username" in change) await refuseTaken(tx, change.username, id);
    const row = await tx
      .updateTable("operators")
      .set({
        ...("disabled" in change && { disabled: change.disabled ? 1 : 0, sessions_valid_since: nextMark() }),
        ...("role" in change && { role: change.role }),
        ...("sections" in change && { sections: change.sections && JSON.stringify(change.sections) }),
        ...("username" in change && { username: change.username, username_key: keyOf(change.username) }),
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw noOperator();
    await dropEnded(tx, row);
    return shown(row);
  });
  void room.ended.announceEndedSessions();
  return operator;
}

/** @throws the AppErrors of `changeOperator` */
export async function removeOperator(room: OperatorsRoom, id: number): Promise<Operator> {
  const removed = await room.db.transaction().execute(async (tx) => {
    await lockOperators(tx);
    await refuseForLastOwner(room, tx, id);
    for (const table of [
      "sessions",
      "api_tokens",
      "invitations",
      "sign_in_addresses",
      "passkeys",
      "totp",
      "recovery_codes",
    ] as const)
      await tx.deleteFrom(table).where("operator_id", "=", id).execute();
    const row = await tx.deleteFrom("operators").where("id", "=", id).returningAll().executeTakeFirst();
    if (!row) throw noOperator();
    await tx
      .insertInto("retired_usernames")
      .values({ username: row.username })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return shown(row);
  });
  void room.ended.announceEndedSessions();
  return removed;
}

async function refuseForLastOwner(room: OperatorsRoom, tx: Tx, id: number): Promise<void> {
  const others = await tx
    .selectFrom("operators")
    .select("id")
    .where("id", "!=", id)
    .where(maySignIn(room))
    .where("role", "=", "owner")
    .executeTakeFirst();
  if (!others)
    throw new AppError(
      "conflict",
      "This is the last owner who can sign in. Make another operator an owner first.",
    );
}

async function refuseProvided(tx: Tx, id: number): Promise<void> {
  const row = await tx.selectFrom("operators").select("oidc_subject").where("id", "=", id).executeTakeFirst();
  if (row?.oidc_subject != null)
    throw new AppError(
      "conflict",
      "The sign-in provider manages this operator's role. Change it there. The change takes effect here within five minutes.",
    );
}
