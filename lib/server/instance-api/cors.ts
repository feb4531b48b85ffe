import "server-only";
import type { Answer, DoorRequest } from "@/lib/server/door";

/** Response headers that pages of other origins may read. */
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

/**
 * Returns the response to a CORS preflight. The response allows the requested headers, or a default list if the
 * request does not contain a valid list of header names.
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
