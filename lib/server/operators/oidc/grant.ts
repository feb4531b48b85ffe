import "server-only";
import { thePanel } from "@/lib/shared/author";
import type { Row } from "@/lib/server/db";
import { type Role, unlimitedRole } from "@/lib/shared/role";
import { endSessions, type Operator, shown } from "../operators";
import type { OperatorsRoom } from "../room";
import { type Grant, grantSchema } from "./provider";

const purposeOf = (operatorId: number) => `grant of operator ${operatorId}`;

export function grantIn(
  { seals }: Pick<OperatorsRoom, "seals">,
  { id, oidc_grant }: Row<"operators">,
): Grant | null {
  const text = oidc_grant === null ? null : seals.unseal(oidc_grant, purposeOf(id));
  return text === null ? null : (grantSchema.safeParse(JSON.parse(text)).data ?? null);
}

const sealed = ({ seals }: Pick<OperatorsRoom, "seals">, id: number, grant: Grant) =>
  seals.seal(JSON.stringify(grant), purposeOf(id));

export async function keepGrant(
  room: Pick<OperatorsRoom, "db" | "seals">,
  id: number,
  grant: Grant,
): Promise<void> {
  await room.db
    .updateTable("operators")
    .set({ oidc_grant: sealed(room, id, grant) })
    .where("id", "=", id)
    .where("oidc_grant", "is not", null)
    .execute();
}

export async function provided(
  room: OperatorsRoom,
  id: number,
  role: Role,
  grant: Grant,
): Promise<Row<"operators">> {
  const { db, audit, endTokens } = room;
  const before = await db
    .selectFrom("operators")
    .select("role")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const row = await db
    .updateTable("operators")
    .set({
      role,
      oidc_grant: sealed(room, id, grant),
      oidc_checked_at: Date.now(),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (before.role !== role) {
    if (unlimitedRole(shown(row)) === "viewer") await endTokens(shown(row));
    await audit.recordAudit(db, {
      actor: thePanel,
      action: "operator.role",
      target: row.username,
      detail: { role, issuer: row.oidc_issuer },
    });
  }
  return row;
}

/**
 * Ends an operator's sessions and revokes the operator's user tokens for the instance API. API tokens for the
 * panel are not revoked, but they do not work until the operator signs in at the provider again.
 */
export async function endProvided(room: OperatorsRoom, { id, username }: Operator): Promise<void> {
  const { db, audit, endTokens } = room;
  const { numUpdatedRows } = await db
    .updateTable("operators")
    .set({ oidc_grant: null })
    .where("id", "=", id)
    .where("oidc_grant", "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await endTokens(await endSessions(room, id));
  await audit.recordAudit(db, { actor: thePanel, action: "operator.sessions.end", target: username });
}
