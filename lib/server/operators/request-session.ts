import "server-only";
import { AppError } from "@/lib/errors";
import { prepared } from "@/lib/server/db";
import { cookiesIn } from "@/lib/shared/cookies";
import { API_TOKEN_PREFIX } from "@/lib/shared/settings/credentials";
import { findApiToken, OF_TOKEN, standingOfToken } from "./api-tokens";
import type { Caller } from "./caller";
import { type Role, unlimitedRole } from "@/lib/shared/role";
import { lacksFactor } from "./factors/second-factor";
import { asProvided, isOfProvider } from "./oidc/recheck";
import { isAccepted, shown } from "./operators";
import type { OperatorsRoom } from "./room";
import { findSession, type Session, sessionKey } from "./session-store";

/** With the prefix `__Host-`, browsers accept a cookie only from this exact host, and only for its whole host. */
export const cookiePrefix = ({ isHttps, basePath }: OperatorsRoom["env"]): string =>
  !isHttps ? "" : basePath === "" ? "__Host-" : "__Secure-";

export const sessionCookie = (env: OperatorsRoom["env"]): string =>
  `${cookiePrefix(env)}next-auth.session-token`;

export async function sessionOfCookie(
  room: OperatorsRoom,
  value: string | undefined,
  caller: Caller,
): Promise<Session | undefined> {
  // Its cryptography is loaded once somebody has signed in.
  const { decode } = await import("./session-token");
  const token = await decode({ token: value, secret: room.secret }).catch(() => null);
  return token?.sessionId === undefined ? undefined : findSession(room, sessionKey(token.sessionId), caller);
}

interface SignedRequest {
  header(name: string): string | null;
  context: { clientAddress(): Promise<string>; userAgent: string };
}

const NO_TOKEN =
  "This API token is not valid: it expired or was revoked, or its operator is disabled. Create another one on the Account page.";

/** Ignores other Bearer tokens, because a reverse proxy may add its own token to every request. */
export const bearerToken = ({ header }: Pick<SignedRequest, "header">): string | undefined =>
  new RegExp(`^Bearer +(${API_TOKEN_PREFIX}\\S{1,200})$`, "i").exec(header("authorization") ?? "")?.[1];

/**
 * If the request contains an API token, its cookie is ignored.
 * @throws AppError `unauthorized` for an invalid API token
 */
export async function requestSession(
  room: OperatorsRoom,
  request: SignedRequest,
): Promise<Session | undefined> {
  const { header, context } = request;
  const token = bearerToken(request);
  const cookie = cookiesIn(header("cookie"))[sessionCookie(room.env)];
  if (token === undefined && cookie === undefined) return undefined;
  const caller = { address: await context.clientAddress(), userAgent: context.userAgent };
  if (token === undefined) return sessionOfCookie(room, cookie, caller);
  const session = await findApiToken(room, token, caller);
  if (!session) throw new AppError("unauthorized", NO_TOKEN);
  return session;
}

/** Does not count as a use, because an operator with an open page may be inactive. */
export const isValid = async (room: OperatorsRoom, { id }: Pick<Session, "id">): Promise<boolean> =>
  (await roleOfKey(room, id)) !== undefined;

const acceptedOperator = ({ db }: OperatorsRoom, id: number) =>
  db
    .selectFrom("operators")
    .selectAll()
    .select(lacksFactor)
    .where("id", "=", id)
    .where(isAccepted)
    .where("must_change_password", "=", 0)
    .executeTakeFirst();

interface Standing {
  role: Role;
  isProved: boolean;
}

async function standingOfOperator(room: OperatorsRoom, id: number): Promise<Standing | undefined> {
  const row = await asProvided(room, () => acceptedOperator(room, id), isOfProvider);
  if (!row || row.lacks_factor) return undefined;
  return { role: unlimitedRole(shown(row)), isProved: false };
}

/**
 * Undefined if the session or token is no longer valid, if the operator has no access, or if the operator
 * must set up a second factor first. An editor who is limited to sections counts as a viewer.
 */
export async function standingOf(room: OperatorsRoom, key: string): Promise<Standing | undefined> {
  if (key.startsWith(OF_OPERATOR)) return standingOfOperator(room, Number(key.slice(OF_OPERATOR.length)));
  if (key.startsWith(OF_TOKEN)) return standingOfToken(room, key.slice(OF_TOKEN.length));
  const session = await findSession(room, key);
  if (session?.needsFactor !== false) return undefined;
  return {
    role: unlimitedRole({ role: session.role, sections: session.operator.sections }),
    isProved: session.isProved,
  };
}

export const roleOfKey = async (room: OperatorsRoom, key: string): Promise<Role | undefined> =>
  (await standingOf(room, key))?.role;

const OF_OPERATOR = "operator ";

export const keyOfApiToken = (id: string): string => `${OF_TOKEN}${id}`;

const operatorOfUser = prepared((database, { userId }: { userId: string }) =>
  database.selectFrom("operators").selectAll().where("user_id", "=", userId),
);

/**
 * Asks the provider again if its last answer is old. True if the user is not linked to an operator from the
 * provider.
 */
export async function isUserAccepted(room: OperatorsRoom, userId: string): Promise<boolean> {
  const read = async () => (await operatorOfUser(room.db, { userId }))[0];
  const before = await read();
  if (!before || !isOfProvider(before)) return true;
  const now = await asProvided(room, read, isOfProvider);
  if (!now || now.oidc_grant === null) return false;
  const isViewer = (row: typeof now) => unlimitedRole(shown(row)) === "viewer";
  // If the operator has just become a viewer, `asProvided` has revoked the user's tokens.
  return !isViewer(now) || isViewer(before);
}
