import "server-only";
import { type Answer, bodyLimit, type DoorRequest, readBytes, withBody } from "@/lib/server/http/door";
import type { Logger } from "pino";
import { type Instances, isTimeout, wasSent } from "@/lib/server/instance";
import { AppError } from "@/lib/errors";
import { USER_AGENT } from "@/lib/request-headers";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { bodyOf } from "@/lib/server/http/api/body";
import { corsHeaders } from "./respond";

/** Maximum size in bytes, far more than any expected response. */
const LARGEST_ANSWER = 4 * 1024 * 1024;

/** Request headers to forward. Cookies are not forwarded, because they belong to the panel. */
const SENT = ["authorization", "content-type", "accept", "accept-language", "user-agent", "x-captcha-key"];
/**
 * Response headers to return in addition to the rate-limit headers. WWW-Authenticate is excluded, because
 * browsers would show the operator a password prompt.
 */
const RETURNED = ["content-type", "retry-after", "allow", "x-request-id"];
/** Blocks scripts in HTML from the upstream instance, because they would run on the panel's origin. */
const INERT = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

/**
 * Separators and dots that are percent-encoded once or twice. A proxy in front of the upstream instance might decode
 * them and reach another path.
 */
const ENCODED_SEPARATOR = /%(?:2f|5c|3f|23|3b|2e|25|00)/i;
const FORWARDED = /^\/(?:v\d+\/)?(?:(?:applications|oauth2|users)\/|(?:applications|gateway)$)/;

const isOtherThanSnowflake = (id: string | undefined) => id !== undefined && !isSnowflake(id);

/** @throws AppError `unknown-application` */
function checkIds(path: string, search: string): void {
  const [, application] = /\/applications\/([^/]+)/.exec(path) ?? [];
  const applications = [application, ...new URLSearchParams(search).getAll("client_id")];
  if (applications.some(isOtherThanSnowflake)) throw new AppError("unknown-application");
}

/**
 * @throws AppError `not-found` for an invalid version, or for an encoded separator in the path;
 * `unknown-application` for an id that is not a Snowflake
 */
function addressOf({ path, search }: DoorRequest, base: string): string {
  const upstreamPath = path.slice("/api".length);
  if (
    ENCODED_SEPARATOR.test(upstreamPath) ||
    upstreamPath.includes("\\") ||
    /\/\.{1,2}(?:\/|$)/.test(upstreamPath)
  )
    throw new AppError("not-found");
  if (!FORWARDED.test(upstreamPath)) throw new AppError("not-found");
  checkIds(upstreamPath, search);
  return `${base}${upstreamPath}${search}`;
}

function headersFor({ header }: DoorRequest, client: string): Record<string, string> {
  const sent = SENT.map((name) => [name, header(name)]).filter(([, value]) => value !== null);
  return { "user-agent": USER_AGENT, ...Object.fromEntries(sent), "x-forwarded-for": client };
}

function returned(from: Headers): Record<string, string> {
  const known = [...from].filter(([name]) => RETURNED.includes(name) || name.startsWith("x-ratelimit-"));
  return { ...Object.fromEntries(known), ...corsHeaders, ...INERT, "cache-control": "no-store" };
}

export interface ProxyDeps {
  health: Pick<Instances["upstream"]["health"], "note">;
  log: Logger;
  /** How long the instance may take to answer (ms). */
  timeout: number;
}

/**
 * Forwards a request to the upstream instance at `INSTANCE_API_URL`.
 * @param client the caller's address, which the instance uses for its rate limits
 * @throws AppError `not-found`, `body-too-large`; `bad-gateway` if the instance cannot be reached, redirects,
 * or sends an invalid or too large response; `gateway-timeout` if it takes too long
 */
export async function proxyToUpstream(
  { health, log, timeout }: ProxyDeps,
  request: DoorRequest,
  base: string,
  client: string,
): Promise<Answer> {
  const address = addressOf(request, base);
  const body = bodyOf(await withBody(request, bodyLimit(request.path)));
  const { method } = request;
  try {
    const answer = await fetch(address, {
      method,
      headers: headersFor(request, client),
      signal: AbortSignal.timeout(timeout),
      redirect: "manual",
      cache: "no-store",
      // `fetch` refuses a body for GET and HEAD.
      ...(body.byteLength > 0 && !["GET", "HEAD"].includes(method) && { body }),
    });
    const { status } = answer;
    // A server error may concern only this endpoint, so it does not show whether the instance works.
    if (status < 500) health.note(true);
    // Do not follow redirects, because their target would receive the caller's token. HTTP defines no status
    // above 599.
    if ((status >= 300 && status < 400) || status > 599) throw new AppError("bad-gateway");
    const bytes = await readBytes(answer, LARGEST_ANSWER);
    if (bytes === null) throw new AppError("bad-gateway");
    return {
      status,
      headers: returned(answer.headers),
      ...(![204, 205, 304].includes(status) && { body: bytes }),
    };
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.warn({ err: error }, "Your instance at INSTANCE_API_URL does not answer");
    health.note(false);
    throw new AppError(isTimeout(error) ? "gateway-timeout" : "bad-gateway", undefined, {
      cause: error,
      details: { sent: wasSent(error) },
    });
  }
}
