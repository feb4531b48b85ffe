import "server-only";
import { env } from "@/lib/env";
import type { RequestContext } from "@/lib/request-context";
import { isInstancePath } from "./paths";

/**
 * For responses that are not pages: a browser that treats one as a page loads and runs nothing, and no site can
 * frame it.
 */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** next-auth's own pages contain a form and an inline style sheet. */
const FORM =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** One year in seconds, the usual value for permanent use. */
const HSTS = `max-age=${365 * 24 * 60 * 60}`;

/** Which pages may load a response as a subresource. */
type Readers = "same-origin" | "cross-origin";

/** Any page may load responses of the instance API and its description: both are open to every origin by contract. */
const isOpen = (path: string) => isInstancePath(path) || path === "/api/openapi.json";

/**
 * Security headers for a response. `NEXTAUTH_URL` decides whether the panel is reached by https, because a proxy in
 * front may have terminated TLS.
 * @param policy the Content Security Policy; by default that of a response that is not a page
 */
export function securityHeaders(policy = NOTHING, readers: Readers = "same-origin"): Record<string, string> {
  return {
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": readers,
    ...(env().isHttps && { "Strict-Transport-Security": HSTS }),
  };
}

/** Headers of every response. Pages get their own policy from `proxy.ts`. */
export const commonHeaders = ({ id }: RequestContext, path: string): Record<string, string> => ({
  "X-Request-Id": id,
  ...securityHeaders(
    path.startsWith("/api/auth/") ? FORM : NOTHING,
    isOpen(path) ? "cross-origin" : "same-origin",
  ),
});
