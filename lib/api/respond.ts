import "server-only";
import { databaseAway } from "@/lib/db";
import { AppError, errorTable } from "../errors";
import { log } from "../log";
import { corsHeaders } from "./cors";
import { renderProblems } from "./form";
import { RateLimited } from "./rate-limit";

/** An answer of the instance API. Nothing of it may be stored: answers hold tokens. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, {
    status,
    headers: { ...corsHeaders, "Cache-Control": "no-store", ...headers },
  });
}

/**
 * An error as clients of this API family expect it. The sentence is the code's fixed one: what went wrong inside, or
 * where a file is, is for the log.
 */
export function errorResponse(
  thrown: unknown,
  { headers = {}, requestId }: { headers?: Record<string, string>; requestId?: string } = {},
): Response {
  const error = databaseAway(thrown) ?? thrown;
  if (!(error instanceof AppError)) {
    log().error({ requestId, err: error }, "A request to the instance API failed");
    const { status, api, title } = errorTable.internal;
    return json(status, { code: api, message: title }, headers);
  }
  if (error instanceof RateLimited) {
    return json(429, { message: error.message, ...error.details }, { ...headers, ...error.headers });
  }
  if (error.status === 503) {
    log().warn({ requestId, err: error }, "The instance API is not available");
    const { status, api, title } = errorTable.unavailable;
    return json(status, { code: api, message: title }, headers);
  }
  const { status, api, title } = errorTable[error.code];
  const errors = error.problems.length > 0 ? { errors: renderProblems(error.problems) } : {};
  return json(status, { code: api, message: title, ...errors }, headers);
}
