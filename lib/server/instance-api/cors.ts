import "server-only";
import type { Answer, DoorRequest } from "@/lib/server/door";

/** Headers of ours that a page of another origin may read. */
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

/** Any origin may call, without credentials: a token in the header is what counts, and no cookie does. */
export const corsHeaders: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
};

/** The response to a preflight. A requested header list that contains more than names gets the usual ones instead. */
export function preflight(request: DoorRequest, methods: string): Answer {
  const asked = request.header("access-control-request-headers") ?? "";
  return {
    status: 204,
    headers: {
      ...corsHeaders,
      Allow: methods,
      "Access-Control-Allow-Methods": methods,
      "Access-Control-Allow-Headers": /^[\w-]+(?:\s*,\s*[\w-]+)*$/.test(asked)
        ? asked
        : "Authorization, Content-Type",
      "Access-Control-Max-Age": "86400",
      Vary: "Access-Control-Request-Headers",
    },
  };
}
