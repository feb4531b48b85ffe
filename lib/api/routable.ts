import "server-only";
import type { IncomingMessage } from "node:http";
import { KNOWN_METHODS } from "./methods";
import { isInstanceRoute } from "./route-name";

/** No endpoint of the instance API has it, so each of them answers it with 405 and `Allow`, as any other method. */
const STANDS_FOR_OTHERS = "PUT";

function decodes(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Next answers some requests by itself before a route sees them, with an empty 400 or a 500: methods such as `TRACE` or
 * `PROPFIND`, and paths whose percent signs mean nothing. Puts them so that the routes answer in the API's own shape
 * (spec/decisions.md: other methods 405 with `Allow`; an id that is none 404, never a 500).
 */
export function makeRoutable(request: IncomingMessage): void {
  const [path = "", ...query] = (request.url ?? "").split("?");
  if (!KNOWN_METHODS.includes(request.method ?? "") && isInstanceRoute(path))
    request.method = STANDS_FOR_OTHERS;
  // Taken as it is written: a percent sign is a character like any other then.
  if (!decodes(path)) request.url = [path.replaceAll("%", "%25"), ...query].join("?");
}
