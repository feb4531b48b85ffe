import "server-only";
import type { Logger } from "pino";
import { type Clock, MINUTE } from "@/lib/clock";

export interface LoggedRequest {
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
}

/**
 * Logs requests to the APIs. Each failure and each change made in the panel is a line. Of successful calls of the instance
 * API, of reads, and of requests while the panel is unavailable, one per route and minute is a line, with the number of
 * calls since the last one. At the level debug, each request is a line.
 */
export class RequestLog {
  private readonly sampled = new Map<string, { at: number; calls: number }>();

  constructor(private readonly deps: { log: Logger; clock: Pick<Clock, "elapsed"> }) {}

  /** @param route the route's name in metrics, of which there are few */
  note(entry: LoggedRequest, route: string): void {
    const { log, clock } = this.deps;
    const { method, path, status } = entry;
    if (!path.startsWith("/api/") || path === "/api/health") return log.debug(entry, "request");
    const isOurs = /^\/api\/(?:panel|auth|setup|join)\b/.test(path);
    const isRead = method === "GET" || method === "HEAD";
    const isSampled = status === 503 || (status < 400 && (isRead || !isOurs));
    if (!isSampled) return log.info(entry, "request");
    const key = status === 503 ? "503" : `${method} ${route}`;
    const last = this.sampled.get(key) ?? { at: -Infinity, calls: 0 };
    this.sampled.set(key, last);
    last.calls += 1;
    if (clock.elapsed() - last.at < MINUTE) return log.debug(entry, "request");
    log.info(last.calls === 1 ? entry : { ...entry, calls: last.calls }, "request");
    Object.assign(last, { at: clock.elapsed(), calls: 0 });
  }
}
