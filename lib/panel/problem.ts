import "server-only";
import { z } from "zod";
import { databaseAway } from "@/lib/db";
import { AppError, errorTable, type InputProblem } from "@/lib/errors";
import { log } from "@/lib/log";

/**
 * Any thrown value as problem details (RFC 9457, `application/problem+json`). `detail` is the sentence for the operator,
 * `problems` has one entry per place of the input that is wrong. A defect is logged and answered without its text.
 */
export function problemResponse(thrown: unknown): Response {
  const error = asAppError(thrown);
  const { status, title } = errorTable[error.code];
  const body = {
    type: `urn:instance-admin:problem:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    ...(error.problems.length > 0 && { problems: error.problems }),
    ...error.details,
  };
  const headers = new Headers({ "content-type": "application/problem+json", "cache-control": "no-store" });
  if (typeof error.details.etag === "string") headers.set("etag", `"${error.details.etag}"`);
  if (typeof error.details.retryAfter === "number")
    headers.set("retry-after", String(error.details.retryAfter));
  return new Response(JSON.stringify(body), { status, headers });
}

function asAppError(cause: unknown): AppError {
  const thrown = databaseAway(cause) ?? cause;
  if (thrown instanceof AppError) {
    if (thrown.status >= 500) log().error({ err: thrown }, thrown.message);
    return thrown;
  }
  if (thrown instanceof z.ZodError) {
    return new AppError(
      "invalid-settings",
      "Some of the input is not valid. Correct the places named and send again.",
      {
        problems: thrown.issues.map((issue): InputProblem => ({
          path: issue.path.join("."),
          message: issue.message,
        })),
      },
    );
  }
  log().error({ err: thrown }, "panel request failed");
  return new AppError(
    "internal",
    "The panel ran into a defect; nothing more was changed. The server's log has the cause.",
  );
}
