import "server-only";
import { env } from "../env";
import { AppError } from "../errors";
import { log } from "../log";
import { readBytes } from "./body";
import { corsHeaders } from "./cors";

/** Bytes; answers of the endpoints that are forwarded are far smaller. */
const LARGEST_ANSWER = 4 * 1024 * 1024;

/** What the instance needs to know of a request. Cookies are ours and stay here. */
const SENT = ["authorization", "content-type", "accept", "accept-language", "user-agent", "x-captcha-key"];
/**
 * What a client needs to know of an answer, beside the rate limits. Not WWW-Authenticate: browsers would ask the operator
 * for a password in a window of their own.
 */
const RETURNED = ["content-type", "retry-after", "allow", "x-request-id"];
/** Our origin is the operators' panel: a page that the instance answers with is shown as text at most, never run. */
const INERT = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

/** What a connection fails with before anything was sent over it: the request certainly had no effect. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|UNABLE_\w+|\w*CERT\w*)$/;

function wasSent(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return !NOT_SENT.test(code);
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === "TimeoutError";

/**
 * The address at the instance: `/api/v9/…` here is `$INSTANCE_API_URL/v9/…` there. `default` stood for no version.
 * @throws AppError `not-found` for a slash in a parameter: a proxy there that decodes it could be led to other paths
 */
function addressOf(request: Request, base: string): string {
  const { pathname, search } = new URL(request.url);
  if (/%2f|%5c/i.test(pathname)) throw new AppError("not-found");
  return `${base}${pathname.replace(/^\/api(?:\/default(?=\/))?/, "")}${search}`;
}

function pick(from: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const [name, value] of from) {
    if (names.includes(name) || (names === RETURNED && name.startsWith("x-ratelimit-")))
      picked.set(name, value);
  }
  return picked;
}

async function limited(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  return readBytes(answer, LARGEST_ANSWER, () => new AppError("bad-gateway"));
}

/**
 * Sends a request on to the existing instance at `INSTANCE_API_URL`; its status and body come back as they are.
 * @param client the caller's address, for the instance's own limits
 * @throws AppError `not-found`, `body-too-large`; `bad-gateway` when the instance cannot be reached or answers what is no answer of
 *   an API; `gateway-timeout` when it takes too long
 */
export async function forward(request: Request, base: string, client: string): Promise<Response> {
  const address = addressOf(request, base);
  const body = await readBytes(request);
  const headers = pick(request.headers, SENT);
  headers.set("x-forwarded-for", client);
  const signal = AbortSignal.timeout(env().instanceApiTimeout);
  const { method } = request;
  try {
    const answer = await fetch(address, {
      method,
      headers,
      signal,
      redirect: "manual",
      cache: "no-store",
      ...(body.byteLength > 0 && { body }),
    });
    // Following would carry the caller's token to wherever the answer says.
    if (answer.status >= 300 && answer.status < 400) throw new AppError("bad-gateway");
    const text = await limited(answer);
    const returned = pick(answer.headers, RETURNED);
    for (const [name, value] of Object.entries({ ...corsHeaders, ...INERT })) returned.set(name, value);
    returned.set("cache-control", "no-store");
    return new Response([204, 205, 304].includes(answer.status) ? null : text, {
      status: answer.status,
      headers: returned,
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    log().warn({ err: error }, "The existing instance at INSTANCE_API_URL does not answer");
    throw new AppError(isTimeout(error) ? "gateway-timeout" : "bad-gateway", undefined, {
      cause: error,
      details: { sent: wasSent(error) },
    });
  }
}
