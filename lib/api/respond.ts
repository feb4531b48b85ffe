import "server-only";
import { databaseAway } from "@/lib/db";
import { AppError, errorTable } from "../errors";
import { log } from "../log";
import { corsHeaders } from "./cors";
import { renderProblems } from "./form";
import { RateLimited } from "./rate-limit";

const encoder = new TextEncoder();

/** A body that is there at once. Next reads an answer as a stream; the one that a string is given takes longer to read. */
function atOnce(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(text));
      controller.close();
    },
  });
}

/** An answer of the instance API. Nothing of it may be stored: answers hold tokens. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(atOnce(JSON.stringify(body)), {
    status,
    headers: { ...corsHeaders, "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
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
  return json(
    status,
    { code: api, message: title, ...errors },
    // Whoever asks for something that is not safe to repeat learns that it certainly did not happen.
    { ...headers, ...(error.details.sent === false && { "X-Instance-Reached": "no" }) },
  );
}
