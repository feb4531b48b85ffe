import "server-only";
import { toUnavailableError } from "@/lib/server/db";
import type { RequestContext } from "@/lib/request-context";
import type { Answer } from "@/lib/server/door";
import { AppError, errorTable } from "@/lib/errors";
import { log } from "@/lib/log";
import { corsHeaders } from "./cors";
import { renderProblems } from "./form";
import { RateLimited } from "./rate-limit";

/** Creates a response of the instance API. Responses must not be cached, because they may contain tokens. */
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
 * Creates an error response in the format that clients of this API expect. It contains only the fixed message of the
 * error's code, because details such as file paths belong in the log.
 */
export function errorAnswer(
  thrown: unknown,
  { id }: Pick<RequestContext, "id">,
  headers: Record<string, string> = {},
): Answer {
  const error = toUnavailableError(thrown) ?? thrown;
  if (!(error instanceof AppError)) {
    log().error({ requestId: id, err: error }, "A request to the instance API failed");
    const { status, api, title } = errorTable.internal;
    return json(status, { code: api, message: title }, headers);
  }
  if (error instanceof RateLimited) {
    return json(429, { message: error.message, ...error.details }, { ...headers, ...error.headers });
  }
  if (error.status === 503) {
    log().warn({ requestId: id, err: error }, "The instance API is not available");
    const { status, api, title } = errorTable.unavailable;
    return json(status, { code: api, message: title }, headers);
  }
  const { status, api, title } = errorTable[error.code];
  const errors = error.problems.length > 0 ? { errors: renderProblems(error.problems) } : {};
  return json(
    status,
    { code: api, message: title, ...errors },
    // Shows clients that the request had no effect, so that they can safely repeat it.
    { ...headers, ...(error.details.sent === false && { "X-Instance-Reached": "no" }) },
  );
}
