import "server-only";
import { decode } from "next-auth/jwt";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { db } from "@/lib/server/db";
import { API_TOKEN_PREFIX } from "@/lib/shared/api-token";
import { findApiToken, OF_TOKEN, roleOfToken } from "./api-tokens";
import type { Caller } from "./caller";
import { nextAuthSecret } from "@/lib/secret";
import type { Role } from "@/lib/shared/role";
import { findSession, type Session, sessionKey } from "./session-store";

/** The name of the session's cookie. Over https, browsers accept it only from this exact host. */
export const sessionCookie = (): string => `${env().isHttps ? "__Host-" : ""}next-auth.session-token`;

/** The value of a cookie in a `Cookie` header; undefined if it is missing. */
function cookieIn(header: string | null, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The session of a cookie; undefined if the cookie is invalid or its session has ended. */
export async function sessionOfCookie(
  value: string | undefined,
  caller: Caller,
): Promise<Session | undefined> {
  const token = await decode({ token: value, secret: nextAuthSecret() }).catch(() => null);
  return token?.sessionId === undefined ? undefined : findSession(db(), sessionKey(token.sessionId), caller);
}

interface SignedRequest {
  header(name: string): string | null;
  context: { clientAddress(): Promise<string>; userAgent: string };
}

const NO_TOKEN =
  "This API token is not valid: it expired or was revoked, or its operator is disabled. Create another one on the Account page.";

/**
 * The API token in `Authorization: Bearer …`; undefined without one. Other Bearer tokens are ignored, because a
 * reverse proxy may add its own to every request.
 */
export const bearerToken = ({ header }: Pick<SignedRequest, "header">): string | undefined =>
  new RegExp(`^Bearer +(${API_TOKEN_PREFIX}\\S{1,200})$`, "i").exec(header("authorization") ?? "")?.[1];

/**
 * The sender of a request to the panel API; undefined without a valid session. If the request has an API token,
 * only the token counts, and a cookie is ignored.
 * @throws AppError `unauthorized` for an invalid API token
 */
export async function requestSession(request: SignedRequest): Promise<Session | undefined> {
  const { header, context } = request;
  const token = bearerToken(request);
  const cookie = cookieIn(header("cookie"), sessionCookie());
  if (token === undefined && cookie === undefined) return undefined;
  const caller = { address: await context.clientAddress(), userAgent: context.userAgent };
  if (token === undefined) return sessionOfCookie(cookie, caller);
  const session = await findApiToken(db(), token, caller);
  if (!session) throw new AppError("unauthorized", NO_TOKEN);
  return session;
}

/** Whether a session is still valid, for answers that take long. An open answer does not count as a visit. */
export const isValid = async ({ id }: Pick<Session, "id">): Promise<boolean> =>
  (await roleOfKey(id)) !== undefined;

/**
 * The current role of the session or API token with this key; undefined if it has ended, or needs a second factor
 * first.
 */
export async function roleOfKey(key: string): Promise<Role | undefined> {
  if (key.startsWith(OF_TOKEN)) return roleOfToken(db(), key.slice(OF_TOKEN.length));
  const session = await findSession(db(), key);
  return session?.needsFactor === false ? session.role : undefined;
}
