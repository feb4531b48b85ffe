import "server-only";
import { panelMark } from "@/lib/shared/panel-mark";
import type { RequestContext } from "@/lib/request-context";

/**
 * The policy for responses that are not pages. A browser that opens such a response loads no resources, runs
 * no scripts, and lets no site frame the response.
 */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The policy for the pages of next-auth, which contain a form and an inline style sheet. */
const FORM =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Makes browsers require HTTPS for one year, the usual duration. */
const HSTS = `max-age=${365 * 24 * 60 * 60}`;

type Readers = "same-origin" | "cross-origin";

const isOpen = (path: string) => isInstancePath(path) || path === "/api/openapi.json";

export type DoorHeaders = ReturnType<typeof createHeaders>;

/** @param isHttps whether NEXTAUTH_URL is an https address: a proxy may have terminated TLS */
export function createHeaders(isHttps: boolean) {
  /** @param policy the Content Security Policy; by default, the policy for responses that are not pages */
  const securityHeaders = (policy = NOTHING, readers: Readers = "same-origin"): Record<string, string> => ({
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": readers,
    ...(isHttps && { "Strict-Transport-Security": HSTS }),
  });
  return {
    securityHeaders,

    /** Headers of every response. Pages get another policy from `proxy.ts`. */
    commonHeaders: ({ id }: RequestContext, path: string): Record<string, string> => ({
      "X-Request-Id": id,
      [panelMark]: "1",
      ...securityHeaders(
        path.startsWith("/api/auth/") ? FORM : NOTHING,
        isOpen(path) ? "cross-origin" : "same-origin",
      ),
    }),
  };
}

const OURS = /^\/api\/(?:(?:health|metrics|openapi\.json|setup(?:\/trial)?|join)$|(?:auth|panel)\/)/;

/** Paths with an empty segment or a trailing slash are redirected to the normalized path. */
export const isInstancePath = (path: string): boolean =>
  path.startsWith("/api/") && !path.includes("//") && !path.endsWith("/") && !OURS.test(path);
