import "server-only";
import { $ZodError } from "zod/v4/core";
import { toUnavailableError } from "@/lib/server/db";
import { AppError, errorTable, type InputProblem } from "@/lib/errors";
import type { Logger } from "pino";
import type { Answer } from "@/lib/server/http/door";

/**
 * Converts a thrown value to problem details (RFC 9457). The message of an unexpected error is logged, but
 * not sent.
 */
function detailsOf(error: AppError): Record<string, unknown> {
  const { status, title } = errorTable[error.code];
  return {
    type: `urn:instance-admin:problem:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    ...(error.problems.length > 0 && { problems: error.problems }),
    ...error.details,
  };
}

export type Problems = ReturnType<typeof createProblems>;

export const createProblems = (log: Logger) => ({
  problemOf: (thrown: unknown) => detailsOf(asAppError(log, thrown)),

  problemAnswer: (thrown: unknown): Answer => answerOf(asAppError(log, thrown)),

  /** Not logged, because anybody can make the front door refuse thousands of requests. */
  refusal: (error: AppError): Answer => answerOf(error),
});

function answerOf(error: AppError): Answer {
  const { etag, retryAfter } = error.details;
  const headers = {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    ...(typeof etag === "string" && { etag: `"${etag}"` }),
    ...(typeof retryAfter === "number" && { "retry-after": String(retryAfter) }),
  };
  return { status: error.status, headers, body: JSON.stringify(detailsOf(error)) };
}

/** Replaces the database's error messages, because they contain addresses and rows. The log has the originals. */
const AWAY =
  "The database is unavailable, so nothing was changed. The panel's log has the cause. The panel recovers without a restart once the database is available.";

function asAppError(log: Logger, thrown: unknown): AppError {
  if (toUnavailableError(thrown)) {
    log.error({ err: thrown }, "The database is unavailable");
    return new AppError("unavailable", AWAY, { details: { retryAfter: 5 } });
  }
  if (thrown instanceof AppError) {
    if (thrown.status >= 500) log.error({ err: thrown }, thrown.message);
    return thrown;
  }
  if (thrown instanceof $ZodError) {
    return new AppError(
      "invalid-settings",
      "Some of the input is not valid. Correct the listed fields and send the request again.",
      {
        problems: thrown.issues.map((issue): InputProblem => ({
          path: issue.path.join("."),
          message: issue.message,
        })),
      },
    );
  }
  log.error({ err: thrown }, "panel request failed");
  return new AppError(
    "internal",
    "Something went wrong in the panel. Check whether your change was made, then try again; the panel's log has the cause.",
  );
}
