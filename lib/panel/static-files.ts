import "server-only";
import { subscribe } from "node:diagnostics_channel";
import { readdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, sep } from "node:path";

const types: Record<string, string> = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
};

/** Whether an `Accept-Encoding` names Brotli and does not rule it out (RFC 9110, 12.5.3). */
export function takesBrotli(accepted: string): boolean {
  return accepted.split(",").some((entry) => /^\s*br\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(entry));
}

/**
 * From now on scripts and style sheets go out as the build has compressed them (`scripts/compress-static.mjs`), to clients
 * that take Brotli. Next compresses with gzip only, and anew for each request; it finds the compressed file under the
 * address that it is given here before it looks at the request. Called once at start-up; does nothing without a build.
 */
export async function serveCompressed(): Promise<void> {
  const folder = join(process.cwd(), ".next", "static");
  const names = await readdir(/* turbopackIgnore: true */ folder, { recursive: true }).catch(() => []);
  const compressed = new Set(
    names.filter((name) => name.endsWith(".br")).map((name) => `/_next/static/${name.replaceAll(sep, "/")}`),
  );
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.method !== "GET" && request.method !== "HEAD") return;
    const [path = "", query] = (request.url ?? "").split("?");
    const type = types[path.slice(path.lastIndexOf(".") + 1)];
    if (type === undefined || !compressed.has(`${path}.br`)) return;
    if (!takesBrotli(String(request.headers["accept-encoding"] ?? ""))) return;
    request.url = query === undefined ? `${path}.br` : `${path}.br?${query}`;
    response.setHeader("content-type", type);
    response.setHeader("content-encoding", "br");
  });
}
