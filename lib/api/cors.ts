import "server-only";

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

/** The answer to a preflight. A header list that asks for more than names is answered with the usual ones. */
export function preflight(request: Request, methods: string): Response {
  const asked = request.headers.get("access-control-request-headers") ?? "";
  return new Response(null, {
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
  });
}
