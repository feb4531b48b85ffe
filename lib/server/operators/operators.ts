import "server-only";
import { sql } from "kysely";
import * as z from "zod/mini";
import { type Db, type Row } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { hashPassword, passwordMatches, refuseCommonPassword } from "./password";
import type { OperatorsRoom } from "./room";
import { type Role, roles } from "@/lib/shared/role";
import type { PanelOperator } from "@/lib/shared/contract/operators";
import { skeletonOf } from "@/lib/shared/skeleton";
import { keyOf, usernameSchema } from "@/lib/shared/contract/username";

/** Never contains the password's hash. */
export type Operator = PanelOperator;

/**
 * The value of `user_id` for an operator who has no user in the local instance store, such as an operator who
 * was added while the panel was connected to an upstream instance.
 */
const noUser = "";

export const roleNamed = (name: string): Role => roles.find((role) => role === name) ?? "viewer";

const sectionsIn = (stored: string) => z.array(z.string()).parse(JSON.parse(stored));

export const shown = (row: Row<"operators">): Operator => ({
  id: row.id,
  username: row.username,
  userId: row.user_id === noUser ? null : row.user_id,
  role: roleNamed(row.role),
  ...(row.sections !== null && { sections: sectionsIn(row.sections) }),
  disabled: row.disabled === 1,
  mustChangePassword: row.must_change_password === 1,
  isProvided: row.oidc_subject !== null,
  createdAt: row.created_at,
});

export const isAccepted = sql<boolean>`(
  operators.disabled = 0 and (operators.oidc_subject is null or operators.oidc_grant is not null)
)`;

/**
 * Selects accepted operators who can sign in again: at the present OpenID Connect provider or, if the panel created them,
 * with a password or a passkey. Temporary passwords from the command line do not count.
 */
export const maySignIn = ({ env: { oidc, passwordSignIn } }: Pick<OperatorsRoom, "env">) =>
  sql<boolean>`(${isAccepted} and case when operators.oidc_subject is null
    then ${passwordSignIn ? 1 : 0} = 1 or exists (select 1 from passkeys where passkeys.operator_id = operators.id)
    else operators.oidc_issuer = ${oidc?.issuer ?? ""} end)`;

export async function countOperators(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("operators")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * If `userId` is not null, the user must already exist in the local instance store.
 * @throws AppError `conflict` if the username is taken; `invalid-settings` if the password is easy to guess
 */
export async function createOperator(
  db: Db,
  input: { username: string; password: string; userId: string | null; role?: Role },
): Promise<Operator> {
  await refuseCommonPassword(input, "password");
  await refuseTaken(db, input.username);
  const now = Date.now();
  const row = await db
    .insertInto("operators")
    .values({
      username: input.username,
      username_key: keyOf(input.username),
      password_hash: await hashPassword(input.password),
      user_id: input.userId ?? noUser,
      role: input.role ?? "owner",
      sessions_valid_since: now,
      disabled: 0,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("username_key").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError("conflict", "This username has just been taken. Choose another username.");
  return shown(row);
}

export async function whyTaken(db: Db, username: string, operatorId?: number): Promise<string | null> {
  const [key, skeleton] = [keyOf(username), skeletonOf(username)];
  const isAlike = (name: string) => keyOf(name) === key || skeletonOf(name) === skeleton;
  const retired = await db.selectFrom("retired_usernames").select("username").execute();
  if (retired.some((row) => isAlike(row.username)))
    return `An operator who was removed had the name "${username}" or one that looks like it. Choose another username.`;
  const others = await db.selectFrom("operators").select(["id", "username"]).execute();
  const other = others.find((row) => row.id !== operatorId && isAlike(row.username));
  if (!other) return null;
  return keyOf(other.username) === key
    ? `There is already an operator named "${username}". Choose another username.`
    : `"${username}" looks like the name of the operator "${other.username}". Choose another username.`;
}

export async function refuseTaken(db: Db, username: string, operatorId?: number): Promise<void> {
  const reason = await whyTaken(db, username, operatorId);
  if (reason !== null)
    throw new AppError("conflict", reason, {
      problems: [{ path: "username", message: "This username is taken." }],
    });
}

export async function listOperators(db: Db): Promise<Operator[]> {
  const rows = await db.selectFrom("operators").selectAll().orderBy("username_key").execute();
  return rows.map(shown);
}

export interface VerifiedOperator extends Operator {
  sessionsValidSince: number;
}

async function rowNamed(db: Db, key: string): Promise<Row<"operators"> | undefined> {
  return db.selectFrom("operators").selectAll().where("username_key", "=", key).executeTakeFirst();
}

/** @param typed the operator's name in any spelling */
export async function operatorNamed(db: Db, typed: string): Promise<Operator | undefined> {
  const account = await accountNamed(db, typed);
  const row = account && (await rowNamed(db, account.key));
  return row && shown(row);
}

export interface Account {
  key: string;
  /**
   * Changes with each new password, so that guesses at the old password no longer count. 0 if no operator has this
   * name.
   */
  mark: number;
}

export async function accountNamed(db: Db, typed: string): Promise<Account | undefined> {
  const username = usernameSchema.safeParse(typed);
  if (!username.success) return undefined;
  const key = keyOf(username.data);
  return { key, mark: (await rowNamed(db, key))?.sessions_valid_since ?? 0 };
}

/**
 * Whether the operator's password is accepted. If password sign-in is off, or if the operator signs in at the
 * OpenID Connect provider, only a password that was set on the command line is accepted, and only for an hour.
 */
const mayUsePassword = ({ env }: Pick<OperatorsRoom, "env">, row: Row<"operators">): boolean =>
  (env.passwordSignIn && row.oidc_subject === null) || row.password_until > Date.now();

export async function verifyCredentials(
  room: Pick<OperatorsRoom, "db" | "env">,
  input: { username: string; password: string },
): Promise<VerifiedOperator | undefined> {
  const username = usernameSchema.safeParse(input.username);
  const row = username.success ? await rowNamed(room.db, keyOf(username.data)) : undefined;
  const matches = await passwordMatches(input.password, row?.password_hash);
  return matches && row && row.disabled === 0 && mayUsePassword(room, row)
    ? { ...shown(row), sessionsValidSince: row.sessions_valid_since }
    : undefined;
}

export async function verifiedOperator(db: Db, id: number): Promise<VerifiedOperator | undefined> {
  const row = await db
    .selectFrom("operators")
    .selectAll()
    .where("id", "=", id)
    .where("disabled", "=", 0)
    .executeTakeFirst();
  return row && { ...shown(row), sessionsValidSince: row.sessions_valid_since };
}

/**
 * Returns a value for `sessions_valid_since` that ends all sessions: the current time, or the old value plus 1 if the
 * old value is not in the past.
 */
export function nextMark(now = Date.now()) {
  return sql<number>`case when sessions_valid_since < ${now} then ${now} else sessions_valid_since + 1 end`;
}

export async function linkUser(db: Db, id: number, userId: string): Promise<void> {
  await db
    .updateTable("operators")
    .set({ user_id: userId })
    .where("id", "=", id)
    .where("user_id", "=", noUser)
    .execute();
}

export async function dropEnded(db: Db, row: Row<"operators"> | undefined): Promise<void> {
  if (!row) return;
  await db
    .deleteFrom("sessions")
    .where("operator_id", "=", row.id)
    .where("sessions_valid_since", "<", row.sessions_valid_since)
    .execute();
}

export async function setPassword(db: Db, id: number, password: string): Promise<void> {
  const row = await db
    .updateTable("operators")
    .set({
      password_hash: await hashPassword(password),
      must_change_password: 0,
      sessions_valid_since: nextMark(),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  await dropEnded(db, row);
}

type EndingRoom = Pick<OperatorsRoom, "db" | "ended">;

/** @throws AppError `invalid-settings` if the password is easy to guess */
export async function changePassword(
  { db, ended }: EndingRoom,
  operator: Operator,
  next: string,
): Promise<void> {
  await refuseCommonPassword({ username: operator.username, password: next }, "next");
  await setPassword(db, operator.id, next);
  void ended.announceEndedSessions();
}

/** Deletes what somebody else who knew the operator's password may have created. */
export async function dropCreated(db: Db, id: number): Promise<void> {
  for (const table of ["api_tokens", "invitations"] as const)
    await db.deleteFrom(table).where("operator_id", "=", id).execute();
}

/**
 * Ends the operator's sessions and deletes the API tokens and invitations.
 * @throws AppError `conflict` for the caller's own account, or if the operator signs in at the OpenID Connect
 * provider; `not-found`
 */
export async function requirePassword(room: EndingRoom, by: Operator, id: number): Promise<Operator> {
  const { db } = room;
  if (by.id === id)
    throw new AppError(
      "conflict",
      "You cannot require this of yourself. Change your password on the Account page.",
    );
  const isProvided = (await listOperators(db)).find((one) => one.id === id)?.isProvided;
  if (isProvided)
    throw new AppError("conflict", "This operator signs in at a provider and has no password here.");
  await db.updateTable("operators").set({ must_change_password: 1 }).where("id", "=", id).execute();
  await dropCreated(db, id);
  return endSessions(room, id);
}

/** @throws AppError `not-found` */
export async function endSessions({ db, ended }: EndingRoom, id: number): Promise<Operator> {
  const row = await db
    .updateTable("operators")
    .set({ sessions_valid_since: nextMark() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw noOperator();
  await dropEnded(db, row);
  void ended.announceEndedSessions();
  return shown(row);
}

export const noOperator = () => new AppError("not-found", "This operator does not exist. Reload the page.");
