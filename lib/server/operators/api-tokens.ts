import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { DAY, MINUTE } from "@/lib/clock";
import { type Db, prepared, type Row, type Tx } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { API_TOKEN_PREFIX } from "@/lib/shared/settings/credentials";
import type { ApiToken } from "@/lib/shared/contract/operators";
import { type Role, roles, unlimitedRole } from "@/lib/shared/role";
import type { Caller } from "./caller";
import { lacksFactor } from "./factors/second-factor";
import { asProvided, isOfProvider } from "./oidc/recheck";
import { isAccepted, type Operator, roleNamed, shown } from "./operators";
import type { OperatorsRoom } from "./room";
import type { Session } from "./session-store";

export const OF_TOKEN = "token ";

const MOST_TOKENS = 100;
const LISTED_AFTER_EXPIRY = 30 * DAY;

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

const isBelow = (role: Role, other: Role) => roles.indexOf(role) < roles.indexOf(other);
const lower = (role: Role, other: Role) => (isBelow(role, other) ? role : other);

export interface NewApiToken {
  name: string;
  role: Role;
  /** Whether requests with the token count as confirmed with the operator's password. */
  confirmed: boolean;
  proposes?: boolean | undefined;
  expiresAt: number;
}

/**
 * @throws AppError `forbidden` if the role is above the operator's; `conflict` if the name is in use, or the
 * operator has too many tokens or must change the password
 */
export async function createApiToken(
  db: Db,
  { operator, role: ownRole }: Pick<Session, "operator" | "role">,
  { name, role, confirmed, proposes = false, expiresAt }: NewApiToken,
): Promise<{ token: string; entry: ApiToken }> {
  if (isBelow(ownRole, role))
    throw new AppError("forbidden", `Your role is ${ownRole}. A token cannot have a higher role.`);
  if (operator.mustChangePassword)
    throw new AppError(
      "conflict",
      "You must choose a new password first, because API tokens do not work until then. Change it on the Account page, and try again.",
    );
  const now = Date.now();
  await db
    .deleteFrom("api_tokens")
    .where("expires_at", "<", now - LISTED_AFTER_EXPIRY)
    .execute();
  const names = await db
    .selectFrom("api_tokens")
    .select("name")
    .where("operator_id", "=", operator.id)
    .execute();
  if (names.some((known) => known.name === name))
    throw new AppError("conflict", `You have a token named "${name}". Choose another name.`, {
      problems: [{ path: "name", message: "You have a token with this name." }],
    });
  if (names.length >= MOST_TOKENS)
    throw new AppError("conflict", `You have ${MOST_TOKENS} API tokens. Revoke one that is not used.`);
  const token = API_TOKEN_PREFIX + randomBytes(32).toString("base64url");
  const row = {
    id: randomBytes(9).toString("base64url"),
    hash: hashOf(token),
    operator_id: operator.id,
    name,
    role,
    confirmed: confirmed ? 1 : 0,
    proposes: proposes ? 1 : 0,
    created_at: now,
    expires_at: expiresAt,
  };
  await db.insertInto("api_tokens").values(row).execute();
  const { username, role: operatorRole } = operator;
  const unused = { last_used_at: null, last_address: null };
  return { token, entry: entryOf({ ...row, ...unused, username, operator_role: operatorRole }, now) };
}

/** Lists the tokens of an operator, or of all operators, newest first. Expired tokens are listed for 30 days. */
export async function listApiTokens(db: Db, operatorId?: number): Promise<ApiToken[]> {
  const now = Date.now();
  const rows = await db
    .selectFrom("api_tokens")
    .innerJoin("operators", "operators.id", "api_tokens.operator_id")
    .selectAll("api_tokens")
    .select(["operators.username", "operators.role as operator_role"])
    .where("expires_at", ">=", now - LISTED_AFTER_EXPIRY)
    .$if(operatorId !== undefined, (query) => query.where("operator_id", "=", operatorId!))
    .orderBy("api_tokens.created_at", "desc")
    .orderBy("api_tokens.id")
    .execute();
  return rows.map((row) => entryOf(row, now));
}

const entryOf = (
  row: Omit<Row<"api_tokens">, "account"> & { username: string; operator_role: string },
  now: number,
): ApiToken => ({
  id: row.id,
  name: row.name,
  operator: row.username,
  operatorId: row.operator_id,
  role: lower(roleNamed(row.role), roleNamed(row.operator_role)),
  confirmed: row.confirmed === 1,
  proposes: row.proposes === 1,
  createdAt: row.created_at,
  endsAt: row.expires_at,
  isEnded: row.expires_at <= now,
  lastUsedAt: row.last_used_at,
  lastAddress: row.last_address,
});

/**
 * Owners may delete every operator's tokens.
 * @returns the token's name, and the operator that the token belonged to
 * @throws AppError `not-found`
 */
export async function revokeApiToken(
  { db, ended }: Pick<OperatorsRoom, "db" | "ended">,
  by: Pick<Session, "operator" | "role">,
  id: string,
): Promise<{ name: string; operator: Operator }> {
  const row = await db
    .deleteFrom("api_tokens")
    .where("id", "=", id)
    .$if(by.role !== "owner", (query) => query.where("operator_id", "=", by.operator.id))
    .returning(["name", "operator_id"])
    .executeTakeFirst();
  if (!row)
    throw new AppError("not-found", "There is no such API token. Reload the page to see the current list.");
  const operator = await db
    .selectFrom("operators")
    .selectAll()
    .where("id", "=", row.operator_id)
    .executeTakeFirstOrThrow();
  void ended.announceEndedSessions();
  return { name: row.name, operator: shown(operator) };
}

const holding = (db: Db | Tx, now: number) =>
  db
    .selectFrom("api_tokens")
    .innerJoin("operators", "operators.id", "api_tokens.operator_id")
    .where(isAccepted)
    // If the operator must change the password, somebody who knew the old password may have created the tokens.
    .where("operators.must_change_password", "=", 0)
    .where("expires_at", ">", now)
    .selectAll("operators")
    .select([
      "api_tokens.id as token_id",
      "api_tokens.name as token_name",
      "api_tokens.role as token_role",
      "api_tokens.confirmed",
      "api_tokens.proposes",
      "api_tokens.last_used_at",
      "api_tokens.last_address",
      lacksFactor,
    ]);

const tokenByHash = prepared((db, { hash, now }: { hash: string; now: number }) =>
  holding(db, now).where("hash", "=", hash),
);

/**
 * Returns the session that an API token represents, with the lower of the token's role and the operator's
 * role.
 * @param caller the sender of a request with the token; the use is recorded at most once a minute
 */
export async function findApiToken(
  room: OperatorsRoom,
  token: string,
  caller: Caller,
): Promise<Session | undefined> {
  const { db, log } = room;
  const hash = hashOf(token);
  const read = async () => (await tokenByHash(db, { hash, now: Date.now() }))[0];
  const row = await asProvided(room, read, isOfProvider);
  if (!row) return undefined;
  const now = Date.now();
  if (Math.abs(now - (row.last_used_at ?? 0)) >= MINUTE || row.last_address !== caller.address)
    await db
      .updateTable("api_tokens")
      .set({ last_used_at: now, last_address: caller.address })
      .where("id", "=", row.token_id)
      .execute()
      .catch((err: unknown) => log.warn({ err }, "The use of an API token could not be recorded"));
  const operator = shown(row);
  return {
    id: `${OF_TOKEN}${row.token_id}`,
    operator,
    role: lower(roleNamed(row.token_role), operator.role),
    isProved: row.confirmed === 1,
    needsFactor: Boolean(row.lacks_factor),
    token: { id: row.token_id, name: row.token_name, proposes: row.proposes === 1 },
  };
}

export async function standingOfToken(
  room: OperatorsRoom,
  id: string,
): Promise<{ role: Role; isProved: boolean } | undefined> {
  const read = () => holding(room.db, Date.now()).where("api_tokens.id", "=", id).executeTakeFirst();
  const row = await asProvided(room, read, isOfProvider);
  if (!row || row.lacks_factor) return undefined;
  const operator = shown(row);
  const role = lower(roleNamed(row.token_role), operator.role);
  return { role: unlimitedRole({ role, sections: operator.sections }), isProved: row.confirmed === 1 };
}
