import "server-only";
import { toUnavailableError } from "@/lib/server/db";
import type { RequestContext } from "@/lib/request-context";
import type { Answer } from "@/lib/server/door";
import { AppError, errorTable } from "@/lib/errors";
import { log } from "@/lib/log";
import { corsHeaders } from "./cors";
import { renderProblems } from "./form";
import { RateLimited } from "./rate-limit";

/** A response of the instance API. It must not be cached, because it may contain tokens. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { ...corsHeaders, "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
    body: JSON.stringify(body),
  };
}

/** A successful response without content. */
export const nothing = (): Answer => ({
  status: 204,
  headers: { ...corsHeaders, "Cache-Control": "no-store" },
});

/**
 * An error in the format that clients of this API family expect. The message is the fixed one of its code, because
 * internal details such as file paths belong only in the log.
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
    // Informs clients whose requests are unsafe to repeat that this request had no effect.
    { ...headers, ...(error.details.sent === false && { "X-Instance-Reached": "no" }) },
  );
}
