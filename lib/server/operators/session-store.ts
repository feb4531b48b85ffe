import "server-only";
import { DAY, MINUTE } from "@/lib/clock";
import { type Author, byOperator } from "@/lib/shared/author";
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { currentOrigin } from "@/lib/server/audit";
import { type Db, prepared } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { browserName } from "@/lib/shared/browser-name";
import type { SessionPage } from "@/lib/shared/contract/operators";
import type { Role } from "@/lib/shared/role";
import { type Caller, rememberAddress } from "./caller";
import { lacksFactor } from "./factors/second-factor";
import { asProvided } from "./oidc/recheck";
import { listOperators, type Operator, shown, type VerifiedOperator } from "./operators";
import type { OperatorsRoom } from "./room";

/** A session ends after this time without use (ms). */
const IDLE = 7 * DAY;
/** A session ends this long after its start (ms), even if it is in use. */
export const LONGEST = 30 * DAY;

/** How long a sign-in or an entered password counts as proof of identity (ms). */
const PROOF_LASTS = 10 * MINUTE;

export interface Session {
  /** The key of the session's row. It cannot be used as a cookie. */
  id: string;
  operator: Operator;
  /** The operator's role when the session was read. For an API token, the lower of the token's and operator's role. */
  role: Role;
  /** Whether the operator has proved their identity in the last ten minutes. */
  isProved: boolean;
  /** Whether the operator must set up a second factor before doing anything else. */
  needsFactor: boolean;
  token?: { id: string; name: string; proposes?: boolean };
}

export const authorOf = ({ operator, token }: Session): Author => ({
  kind: token ? "token" : "operator",
  name: operator.username,
});

/** The key is a hash of the id, so nobody can forge a cookie from the database's contents. */
export const sessionKey = (id: string): string => createHash("sha256").update(id).digest("base64url");

export async function beginSession(
  db: Db,
  operator: VerifiedOperator,
  caller: Caller,
  method: "password" | "oidc" = operator.isProvided ? "oidc" : "password",
): Promise<string> {
  const now = Date.now();
  await dropExpired(db, now);
  const id = randomBytes(32).toString("base64url");
  await db
    .insertInto("sessions")
    .values({
      id: sessionKey(id),
      operator_id: operator.id,
      sessions_valid_since: operator.sessionsValidSince,
      address: caller.address,
      user_agent: caller.userAgent,
      created_at: now,
      last_seen_at: now,
      proved_at: now,
      method,
    })
    .execute();
  return id;
}

/**
 * Starts a session together with its audit entry.
 * @returns `sessionId` for the cookie
 */
export async function signInAs(
  { db, audit }: Pick<OperatorsRoom, "db" | "audit">,
  operator: VerifiedOperator,
  caller: Caller,
  {
    method,
    detail,
  }: { method?: "password" | "oidc" | undefined; detail?: Record<string, string> | undefined },
): Promise<{ operator: Operator; sessionId: string; isNewAddress: boolean }> {
  const actor = byOperator(operator.username);
  const entry = { actor, action: "sign-in", ...(detail && { detail }), origin: await currentOrigin() };
  return db.transaction().execute(async (tx) => {
    const sessionId = await beginSession(tx, operator, caller, method);
    const isNewAddress = await rememberAddress(tx, operator.id, caller.address);
    await audit.recordAudit(tx, entry);
    return { operator, sessionId, isNewAddress };
  });
}

async function dropExpired(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where(({ eb, or }) => or([eb("last_seen_at", "<", now - IDLE), eb("created_at", "<", now - LONGEST)]))
    .execute();
}

/**
 * Ended sessions stay invalid if the clock is set back: ending a session deletes its row or changes
 * `sessions_valid_since`.
 */
const holding = (db: Db, now: number) => usedSince(db, { used: now - IDLE, startedAfter: now - LONGEST });

const usedSince = (db: Db, { used, startedAfter }: { used: number; startedAfter: number }) =>
  db
    .selectFrom("sessions")
    .innerJoin("operators", (join) =>
      join
        .onRef("operators.id", "=", "sessions.operator_id")
        .onRef("operators.sessions_valid_since", "=", "sessions.sessions_valid_since")
        .on("operators.disabled", "=", 0),
    )
    .where(({ eb, or }) =>
      or([eb("sessions.method", "!=", "oidc"), eb("operators.oidc_grant", "is not", null)]),
    )
    .where("sessions.last_seen_at", ">=", used)
    .where("sessions.created_at", ">=", startedAfter);

const sessionByKey = prepared((db, { key, ...since }: { key: string; used: number; startedAfter: number }) =>
  usedSince(db, since)
    .where("sessions.id", "=", key)
    .selectAll("operators")
    .select(["sessions.last_seen_at", "sessions.proved_at", "sessions.method", lacksFactor]),
);

/** @param caller the sender of a request; the use is recorded at most once a minute */
export async function findSession(
  room: OperatorsRoom,
  key: string,
  caller?: Caller,
): Promise<Session | undefined> {
  const now = Date.now();
  const read = async () =>
    (await sessionByKey(room.db, { key, used: now - IDLE, startedAfter: now - LONGEST }))[0];
  const row = await asProvided(room, read, ({ method }) => method === "oidc");
  if (!row) return undefined;
  // The last use may be in the future if the clock was set back, so compare the absolute difference.
  if (caller && Math.abs(now - row.last_seen_at) >= MINUTE) await noteVisit(room, key, caller, now);
  const operator = shown(row);
  const age = now - row.proved_at;
  const needsFactor = Boolean(row.lacks_factor);
  const isProved = age >= 0 && age < PROOF_LASTS;
  return { id: key, operator, role: operator.role, isProved, needsFactor };
}

/**
 * @throws AppError `conflict` for an API token, because the proof would apply to everybody who has the token
 */
export async function noteProof(db: Db, { id, token }: Session): Promise<void> {
  if (token)
    throw new AppError(
      "conflict",
      "An API token cannot be confirmed for ten minutes. Send your password in the body of the request that asks for it.",
    );
  await db.updateTable("sessions").set({ proved_at: Date.now() }).where("id", "=", id).execute();
}

/** Ignores errors, because the request must not fail. */
async function noteVisit(
  { db, log }: OperatorsRoom,
  key: string,
  { address, userAgent }: Caller,
  now: number,
): Promise<void> {
  try {
    await db
      .updateTable("sessions")
      .set({
        last_seen_at: now,
        // If the start is in the future because the clock was set back, the session lasts thirty days from now.
        created_at: sql<number>`case when created_at > ${now} then ${now} else created_at end`,
        address,
        user_agent: userAgent,
      })
      .where("id", "=", key)
      .execute();
  } catch (error) {
    log.warn({ err: error }, "the last use of a session could not be recorded");
  }
}

const SESSIONS_PER_PAGE = 50;

export async function listSessions(
  db: Db,
  operatorId: number,
  { current = "", after }: { current?: string; after?: string } = {},
): Promise<SessionPage> {
  const all = holding(db, Date.now()).where("operator_id", "=", operatorId);
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const shown = all.selectAll("sessions");
  const others = shown
    .where("sessions.id", "!=", current)
    .orderBy("last_seen_at", "desc")
    .orderBy("sessions.id", "desc")
    .limit(SESSIONS_PER_PAGE + 1);
  const [at, id] = after?.split(".") ?? [];
  const rows = await (
    id === undefined
      ? others
      : others.where(sql<boolean>`(last_seen_at, sessions.id) < (${Number(at)}, ${id})`)
  ).execute();
  const currentRows = id === undefined ? await shown.where("sessions.id", "=", current).execute() : [];
  const page = rows.slice(0, SESSIONS_PER_PAGE);
  const last = rows.length > SESSIONS_PER_PAGE ? page.at(-1) : undefined;
  return {
    sessions: [...currentRows, ...page].map((row) => ({
      id: row.id,
      current: row.id === current,
      browser: browserName(row.user_agent),
      address: row.address,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
    })),
    total,
    next: last ? `${last.last_seen_at}.${last.id}` : null,
  };
}

export async function endOtherSessions(db: Db, { id, operator }: Session): Promise<void> {
  await db.deleteFrom("sessions").where("operator_id", "=", operator.id).where("id", "!=", id).execute();
}

/**
 * Ends a session, whether or not it is still valid.
 * @returns its operator; undefined if the session does not exist
 */
export async function leaveSession(db: Db, key: string): Promise<Operator | undefined> {
  const row = await db
    .deleteFrom("sessions")
    .where("id", "=", key)
    .returning("operator_id as id")
    .executeTakeFirst();
  return row && (await listOperators(db)).find(({ id }) => id === row.id);
}

/** @returns false if it does not exist */
export async function endSession(db: Db, operatorId: number, key: string): Promise<boolean> {
  const result = await db
    .deleteFrom("sessions")
    .where("operator_id", "=", operatorId)
    .where("id", "=", key)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
