import "server-only";
import type { Answer, DoorRequest } from "@/lib/server/door";

/** Our headers that a page of another origin may read. */
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

/**
 * Any origin may call the API without credentials, because access requires a token in the header and never a
 * cookie.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
};

/**
 * The response to a preflight. If the requested header list contains anything but names, it gets the default list.
 */
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
