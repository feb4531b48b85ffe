import "server-only";
import { AppError } from "@/lib/errors";

/**
 * The version that a change was made on, from `If-Match: "<etag>"` (one strong or weak tag).
 * @throws AppError `precondition-required` without it.
 */
export function ifMatch(request: Request): string {
  const tag = /^\s*(?:W\/)?"([^"]+)"\s*$/.exec(request.headers.get("if-match") ?? "")?.[1];
  if (tag) return tag;
  throw new AppError(
    "precondition-required",
    'Say which version you changed: send the ETag of GET /api/panel/config as If-Match: "<etag>".',
  );
}
