import { type NextRequest, NextResponse } from "next/server";
import { PAGE_HEADER } from "@/lib/shared/page-header";

/**
 * Gives every page a Content Security Policy with a new nonce, so that browsers run only scripts that the panel sent.
 * Also passes the page's path in a header, so that sign-in can return to the page. The front door sets the other
 * headers. This function authorizes nothing: each page and each route checks for the operator.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const development = process.env.NODE_ENV === "development";
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // Pop-ups, transitions of switches and similar elements use inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set(PAGE_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/**
 * Matches every path that can render a page, including the 404 page for missing files. Pages read the nonce from the
 * request headers, so a page outside this pattern would use a nonce that a client sent.
 */
export const config = { matcher: ["/((?!api/|icon\\.svg$).*)"] };
