import "server-only";
import { log } from "@/lib/log";
import { countRequest } from "./metrics";
import { reportSecurityEvent } from "./security-events";
import { addToTally } from "./tally";
import type { Visit } from "./visit";

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/health$/, "health"],
  [/^\/api\/metrics$/, "metrics"],
  [/^\/api\/(?:panel|auth|setup|join)\b/, "panel"],
  [/^\/api\b/, "other"],
  [/^\/_next\b/, "asset"],
];

/**
 * The name by which metrics count a path that is not an API route. Many paths share a name, because clients may request
 * any number of different paths.
 */
export function routeOf(path: string): string {
  return NAMES.find(([pattern]) => pattern.test(path))?.[1] ?? "page";
}

export function record(visit: Visit): void {
  const { response, method, path, context } = visit;
  const started = performance.now();
  response.once("close", () => {
    const seconds = (performance.now() - started) / 1000;
    // Proxies log status 499 if the client disconnects before the end of its response. Status 413 stays unchanged,
    // because a client whose body is refused is expected to disconnect.
    const isComplete = response.writableFinished || response.statusCode === 413;
    const status = isComplete ? response.statusCode : 499;
    const route = visit.route ?? routeOf(path);
    addToTally(route, status, seconds * 1000);
    void reportSecurityEvent(visit, status, route);
    countRequest({ route, method, status, seconds });
    const entry = { requestId: context.id, method, path, status, ms: Math.round(seconds * 1000) };
    // Health requests are logged at a lower level, because load balancers send one every few seconds.
    if (path.startsWith("/api/") && path !== "/api/health") log().info(entry, "request");
    else log().debug(entry, "request");
  });
}
