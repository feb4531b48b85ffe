import "server-only";
import { toUnavailableError } from "@/lib/server/db";
import type { RequestContext } from "@/lib/request-context";
import type { Answer, DoorRequest } from "@/lib/server/http/door";
import { AppError, type ErrorCode, errorTable, type InputProblem } from "@/lib/errors";
import type { Logger } from "pino";
import { RateLimited } from "./rate-limit";

const EXPOSED = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-RateLimit-Reset-After",
  "X-RateLimit-Bucket",
  "X-RateLimit-Global",
  "X-RateLimit-Scope",
  "Retry-After",
  "X-Request-Id",
].join(", ");

/** Every origin may call the API, because access requires a token in a header. Cookies are never accepted. */
export const corsHeaders: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
};

export function preflight(request: DoorRequest, methods: string): Answer {
  const requestedHeaders = request.header("access-control-request-headers") ?? "";
  return {
    status: 204,
    headers: {
      ...corsHeaders,
      Allow: methods,
      "Access-Control-Allow-Methods": methods,
      "Access-Control-Allow-Headers": /^[\w-]+(?:\s*,\s*[\w-]+)*$/.test(requestedHeaders)
        ? requestedHeaders
        : "Authorization, Content-Type",
      "Access-Control-Max-Age": "86400",
      Vary: "Access-Control-Request-Headers",
    },
  };
}

/** Responses must not be cached, because they may contain tokens. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { ...corsHeaders, "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
    body: JSON.stringify(body),
  };
}

export const nothing = (): Answer => ({
  status: 204,
  headers: { ...corsHeaders, "Cache-Control": "no-store" },
});

/**
 * Creates an error response in the format that clients of this API expect. Apart from problems with
 * the input, the response contains only a fixed message, because details such as file paths belong in the log.
 */
export function errorAnswer(
  log: Logger,
  thrown: unknown,
  { id }: Pick<RequestContext, "id">,
  headers: Record<string, string> = {},
): Answer {
  const error = toUnavailableError(thrown) ?? thrown;
  const refuse = (code: ErrorCode, more: object = {}, further: Record<string, string> = {}) => {
    const { status, api, title } = errorTable[code];
    return json(status, { code: api, message: title, ...more }, { ...headers, ...further });
  };
  if (!(error instanceof AppError)) {
    log.error({ requestId: id, err: error }, "A request to the instance API failed");
    return refuse("internal");
  }
  if (error instanceof RateLimited) {
    return json(429, { message: error.message, ...error.details }, { ...headers, ...error.headers });
  }
  if (error.status === 503) {
    log.warn({ requestId: id, err: error }, "The instance API is not available");
    const { retryAfter } = error.details;
    return refuse(
      "unavailable",
      {},
      typeof retryAfter === "number" ? { "Retry-After": String(retryAfter) } : {},
    );
  }
  return refuse(
    error.code,
    error.problems.length > 0 ? { errors: renderProblems(error.problems) } : {},
    // Shows clients that the request had no effect, so that they can safely repeat it.
    error.details.sent === false ? { "X-Instance-Reached": "no" } : {},
  );
}

interface FieldErrors {
  [field: string]: FieldErrors | { code: string; message: string }[];
}

/**
 * Returns problems in the format that clients of this API expect: `{ name: { _errors: [{ code, message }] }
 * }`.
 */
function renderProblems(problems: readonly InputProblem[]): FieldErrors {
  const root: FieldErrors = {};
  for (const { path, code = "BASE_TYPE_INVALID", message } of problems) {
    let place = root;
    for (const part of path === "" ? [] : path.split(".")) place = (place[part] ??= {}) as FieldErrors;
    (place._errors = (place._errors ?? []) as { code: string; message: string }[]).push({ code, message });
  }
  return root;
}
