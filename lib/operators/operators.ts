import "server-only";
import { sql } from "kysely";
import { z } from "zod";
import { type Db, dialectOf, type Row, type Tx } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { hashPassword, passwordMatches, passwordSchema } from "./password";

/** An operator as pages and routes see it: never with the password's hash. */
export interface Operator {
  id: number;
  username: string;
  /** The operator's user in the local instance directory (Snowflake); null beside an existing instance. */
  userId: string | null;
  disabled: boolean;
  createdAt: number;
}

const usernameSchema = z
  .string("Enter a user name.")
  .transform((name) => name.normalize("NFC").trim())
  .pipe(
    z
      .string()
      .min(2, "Use at least 2 characters.")
      .max(32, "Use at most 32 characters.")
      .regex(/^[\p{L}\p{N}._ -]+$/u, "Use letters, digits, spaces, dots, hyphens and underscores."),
  );

export const credentialsSchema = z.object({ username: usernameSchema, password: passwordSchema });

/** User names that differ only in case are the same name. */
const keyOf = (username: string) => username.normalize("NFKC").trim().toLowerCase();

/** Stands in the database for an operator who has no user in the local directory. */
const noUser = "";

const shown = (row: Row<"operators">): Operator => ({
  id: row.id,
  username: row.username,
  userId: row.user_id === noUser ? null : row.user_id,
  disabled: row.disabled === 1,
  createdAt: row.created_at,
});

/** How many operators there are, disabled ones included. */
export async function countOperators(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("operators")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Adds an operator whose instance user exists already, or who has none.
 * @throws AppError `conflict` when the user name is taken.
 */
export async function createOperator(
  db: Db,
  input: { username: string; password: string; userId: string | null },
): Promise<Operator> {
  const now = Date.now();
  const row = await db
    .insertInto("operators")
    .values({
      username: input.username,
      username_key: keyOf(input.username),
      password_hash: await hashPassword(input.password),
      user_id: input.userId ?? noUser,
      sessions_valid_since: now,
      disabled: 0,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("username_key").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) {
    throw new AppError(
      "conflict",
      `There is already an operator named "${input.username}". Choose another user name.`,
      {
        problems: [{ path: "username", message: "This user name is taken." }],
      },
    );
  }
  return shown(row);
}

export async function listOperators(db: Db): Promise<Operator[]> {
  const rows = await db.selectFrom("operators").selectAll().orderBy("username_key").execute();
  return rows.map(shown);
}

/** An operator who has just proved to be one. */
export interface VerifiedOperator extends Operator {
  /** What the session that begins now has to bear (`operatorOfSession`). */
  sessionsValidSince: number;
}

/** The operator with this user name and password, or undefined; disabled operators do not sign in. */
export async function verifyCredentials(
  db: Db,
  input: { username: string; password: string },
): Promise<VerifiedOperator | undefined> {
  const row = await db
    .selectFrom("operators")
    .selectAll()
    .where("username_key", "=", keyOf(input.username))
    .executeTakeFirst();
  const matches = await passwordMatches(input.password, row?.password_hash);
  return matches && row && row.disabled === 0
    ? { ...shown(row), sessionsValidSince: row.sessions_valid_since }
    : undefined;
}

/**
 * The operator a session belongs to, or undefined when the session has ended: the operator is disabled, or changed the
 * password or signed out everywhere since. Told by the operator's own mark rather than by times, so that a clock that
 * steps back neither locks anybody out nor keeps an ended session.
 * @param sessionsValidSince the mark at the time of the sign-in
 */
export async function operatorOfSession(
  db: Db,
  id: number,
  sessionsValidSince: number,
): Promise<Operator | undefined> {
  const row = await db.selectFrom("operators").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || row.disabled === 1 || sessionsValidSince !== row.sessions_valid_since) return undefined;
  return shown(row);
}

/** Ends all sessions where it is stored: now, or right after the last time that this was done. */
function nextMark(now = Date.now()) {
  return sql<number>`case when sessions_valid_since < ${now} then ${now} else sessions_valid_since + 1 end`;
}

/** Gives an operator who has none a user in the local directory. */
export async function linkUser(db: Db, id: number, userId: string): Promise<void> {
  await db
    .updateTable("operators")
    .set({ user_id: userId })
    .where("id", "=", id)
    .where("user_id", "=", noUser)
    .execute();
}

/** Sets a new password and ends every session that was signed in with the old one. */
async function setPassword(db: Db, id: number, password: string): Promise<void> {
  await db
    .updateTable("operators")
    .set({ password_hash: await hashPassword(password), sessions_valid_since: nextMark() })
    .where("id", "=", id)
    .execute();
}

/**
 * Sets a new password for an operator who knows the present one.
 * @throws AppError `invalid-settings` when the present password is wrong.
 */
export async function changeOwnPassword(
  db: Db,
  operator: Operator,
  input: { current: string; next: string },
): Promise<void> {
  if (!(await verifyCredentials(db, { username: operator.username, password: input.current }))) {
    throw new AppError("invalid-settings", "The password was not changed: the present password is wrong.", {
      problems: [{ path: "current", message: "This is not your present password." }],
    });
  }
  await setPassword(db, operator.id, input.next);
}

export async function endSessions(db: Db, id: number): Promise<void> {
  await db.updateTable("operators").set({ sessions_valid_since: nextMark() }).where("id", "=", id).execute();
}

/** Whoever decides by how many operators there are takes turns; SQLite's write transactions do so anyway. */
export async function lockOperators(tx: Tx): Promise<void> {
  if (dialectOf(tx) === "postgres") await sql`lock table operators in exclusive mode`.execute(tx);
}

/**
 * Lets an operator sign in or no longer; disabling ends the operator's sessions.
 * @throws AppError `not-found`; `conflict` when nobody could sign in any more.
 */
export async function setOperatorDisabled(db: Db, id: number, disabled: boolean): Promise<Operator> {
  return db.transaction().execute(async (tx) => {
    await lockOperators(tx);
    const others = await tx
      .selectFrom("operators")
      .select("id")
      .where("id", "!=", id)
      .where("disabled", "=", 0)
      .executeTakeFirst();
    if (disabled && !others) {
      throw new AppError("conflict", "This is the last operator who can sign in. Add another one first.");
    }
    const row = await tx
      .updateTable("operators")
      .set({ disabled: disabled ? 1 : 0, sessions_valid_since: nextMark() })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
    if (!row)
      throw new AppError("not-found", "There is no such operator. Reload the page to see who there is.");
    return shown(row);
  });
}
