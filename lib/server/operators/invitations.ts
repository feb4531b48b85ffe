import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { Db, Tx } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import type { Invitation, InvitationFacts } from "@/lib/shared/contract/operators";
import type { Role } from "@/lib/shared/role";
import { asProvided, isOfProvider } from "./oidc/recheck";
import { isAccepted, type Operator, roleNamed } from "./operators";
import type { OperatorsRoom } from "./room";

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

const MOST_OPEN = 100;

/** Selects invitations that have not expired and whose inviter still has access as an owner. */
const holding = (db: Db) =>
  db
    .selectFrom("invitations")
    .innerJoin("operators", "operators.id", "invitations.operator_id")
    .where("invitations.expires_at", ">", Date.now())
    .where(isAccepted)
    .where("operators.role", "=", "owner")
    .select([
      "operators.id",
      "operators.oidc_subject",
      "operators.oidc_checked_at",
      "invitations.id as invitation_id",
      "invitations.role",
      "invitations.note",
      "invitations.created_at",
      "invitations.expires_at",
      "operators.username",
    ]);

/**
 * Creates a token for a one-time link that lets a person join. Stores only its hash.
 * @param expiresAt ms since 1970
 * @throws AppError `conflict` if too many invitations are open
 */
export async function createInvitation(
  db: Db,
  by: Operator,
  { role, note, expiresAt }: { role: Role; note: string; expiresAt: number },
): Promise<{ token: string; invitation: Invitation }> {
  const now = Date.now();
  await db.deleteFrom("invitations").where("expires_at", "<=", now).execute();
  if ((await listInvitations(db)).length >= MOST_OPEN)
    throw new AppError("conflict", `${MOST_OPEN} invitations are open. Revoke one first.`);
  const token = randomBytes(32).toString("base64url");
  const row = {
    id: randomBytes(9).toString("base64url"),
    hash: hashOf(token),
    operator_id: by.id,
    role,
    note,
    created_at: now,
    expires_at: expiresAt,
  };
  await db.insertInto("invitations").values(row).execute();
  const invitation = { id: row.id, role, note, invitedBy: by.username, createdAt: now, endsAt: expiresAt };
  return { token, invitation };
}

export async function listInvitations(db: Db): Promise<Invitation[]> {
  const rows = await holding(db)
    .orderBy("invitations.created_at", "desc")
    .orderBy("invitations.id")
    .execute();
  return rows.map(({ invitation_id, role, note, username, created_at, expires_at }) => ({
    id: invitation_id,
    role: roleNamed(role),
    note,
    invitedBy: username,
    createdAt: created_at,
    endsAt: expires_at,
  }));
}

/**
 * @returns the role of the invitation
 * @throws AppError `not-found`
 */
export async function revokeInvitation(db: Db, id: string): Promise<Role> {
  const row = await db.deleteFrom("invitations").where("id", "=", id).returning("role").executeTakeFirst();
  if (row) return roleNamed(row.role);
  throw new AppError(
    "not-found",
    "This invitation was used or revoked, or has expired. Reload the page to see the current list.",
  );
}

const factsOf = ({ role, username, expires_at }: { role: string; username: string; expires_at: number }) => ({
  role: roleNamed(role),
  invitedBy: username,
  endsAt: expires_at,
});

/**
 * Do not call this function in a transaction, which would stay open during the request to the provider.
 * @throws AppError `forbidden` for an invalid link
 */
export async function checkInvitation(room: OperatorsRoom, token: string): Promise<InvitationFacts> {
  const read = () => holding(room.db).where("hash", "=", hashOf(token)).executeTakeFirst();
  const row = await asProvided(room, read, isOfProvider);
  if (!row) throw notOpen();
  return factsOf(row);
}

/** Call `checkInvitation` first. @throws AppError `forbidden` */
export async function takeInvitation(tx: Tx, token: string): Promise<InvitationFacts> {
  const row = await holding(tx).where("hash", "=", hashOf(token)).executeTakeFirst();
  const usedUp =
    row && (await tx.deleteFrom("invitations").where("id", "=", row.invitation_id).executeTakeFirst());
  if (!row || usedUp?.numDeletedRows !== 1n) throw notOpen();
  return factsOf(row);
}

const notOpen = () =>
  new AppError(
    "forbidden",
    "This invitation was used or revoked, or has expired. Ask an owner of the panel for another link.",
  );
