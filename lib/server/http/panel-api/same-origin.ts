import "server-only";
import { AppError } from "@/lib/errors";
import { noteSecurityEvent } from "@/lib/request-context";
import type { DoorRequest } from "@/lib/server/http/door";

/** Methods that change nothing. */
export const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/**
 * Whether a request comes from one of the panel's pages or from a client that is not a page. Browsers send
 * `Origin` with every request that may change data, and `Sec-Fetch-Site` over a trusted connection. A request
 * with neither header does not come from a page.
 */
function isOurs(publicUrl: string, { header }: Pick<DoorRequest, "header">): boolean {
  const site = header("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = header("origin");
  if (origin === null) return true;
  // Compares only hosts, because the scheme is unknown behind a proxy that terminates TLS.
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  return host === header("host")?.toLowerCase() || host === new URL(publicUrl).host;
}

/** The format of origins that browsers send. Other clients can send any text. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]{1,260}$/;

function otherOrigin(publicUrl: string, { header }: Pick<DoorRequest, "header">): string {
  const origin = header("origin") ?? "";
  const from = ORIGIN.test(origin) ? origin : "another site";
  return (
    `This request comes from ${from}, but the panel only accepts changes from its own pages at ` +
    `${new URL(publicUrl).origin}. Open the panel at that address. If you use another address, set NEXTAUTH_URL to it.`
  );
}

/**
 * Every route that accepts cookies or needs no credentials must call this function (`answer.ts`,
 * `openRoute`). The instance API does not call it: it requires tokens, ignores cookies, and allows every
 * origin.
 * @param safe methods that pages of other sites may send; must be empty for a read that is audited
 * @throws AppError `forbidden`
 */
export function refuseOtherSites(
  publicUrl: string,
  request: Pick<DoorRequest, "method" | "header">,
  safe: readonly string[] = SAFE_METHODS,
): void {
  if (safe.includes(request.method) || isOurs(publicUrl, request)) return;
  noteSecurityEvent("origin.refused");
  throw new AppError("forbidden", otherOrigin(publicUrl, request));
}
