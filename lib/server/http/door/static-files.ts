import "server-only";
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import sirv from "sirv";

/** File names in this folder contain a hash of the content, so the files never change. */
const HASHED = "/_next/static/";
const YEAR = 365 * 24 * 60 * 60;

/**
 * Whether a client refuses an encoding with q=0 (RFC 9110, 12.5.3). sirv ignores q values, so Next must answer such
 * requests.
 */
const refusesSome = (accepted: string) => /;\s*q=0(?:\.0*)?\s*(?:,|$)/i.test(accepted);

/**
 * The handler returns whether it has sent a file. Returns null if `scripts/static-files.mjs` has not prepared
 * the files of the build.
 */
export function staticFiles(
  folder: string,
): ((request: IncomingMessage, response: ServerResponse) => boolean) | null {
  if (!existsSync(/* turbopackIgnore: true */ folder)) return null;
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    immutable: true,
    maxAge: YEAR,
    setHeaders(response, path) {
      if (!path.startsWith(HASHED)) response.setHeader("Cache-Control", "public, max-age=0, must-revalidate");
    },
  });
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    if (refusesSome(String(request.headers["accept-encoding"] ?? ""))) return false;
    let sent = true;
    serve(request, response, () => void (sent = false));
    return sent;
  };
}
