import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Answer, DoorRequest } from "./visit";

/**
 * Upper limits of the histogram's buckets (seconds). Responses usually take between one and a few hundred
 * milliseconds.
 */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The methods that Next passes to routes. Metrics count all other methods as one. */
export const KNOWN_METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const PLAIN = { "Content-Type": "text/plain; charset=utf-8" };

const digest = (text: string) => createHash("sha256").update(text).digest();

interface Budget {
  limit: number;
  used: (() => number) | undefined;
}

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The metrics of this process.
 * @param token METRICS_TOKEN; if undefined, nothing is served, and requests are not counted
 */
export function createMetrics(token: string | undefined) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "instance_admin_requests_total",
    help: "Requests by route, method and status. 499 means that the client disconnected before the response.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "instance_admin_request_duration_seconds",
    help: "Time from a request's arrival to the end of its response.",
    labelNames: ["route"],
    buckets: BUCKETS,
    registers,
  });
  const securityEvents = new Counter({
    name: "instance_admin_security_events_total",
    help: "Refused requests and attempts, by event (docs/operations.md).",
    labelNames: ["event"],
    registers,
  });
  const budgets = new Map<string, Budget>();
  const labelNames = ["budget"] as const;
  new Gauge({
    name: "instance_admin_budget_used",
    help: "Current use of each limit of the front door. For connections: the highest number that one client has open.",
    labelNames,
    registers,
    collect() {
      for (const [budget, { used }] of budgets) if (used) this.set({ budget }, used());
    },
  });
  new Gauge({
    name: "instance_admin_budget_limit",
    help: "Limit of each budget of the front door.",
    labelNames,
    registers,
    collect() {
      for (const [budget, { limit }] of budgets) if (Number.isFinite(limit)) this.set({ budget }, limit);
    },
  });
  const refused = new Counter({
    name: "instance_admin_budget_refused_total",
    help: "Requests and connections refused because a budget of the front door was used up.",
    labelNames,
    registers,
  });
  return {
    registry,

    countRequest({ route, method, status, seconds }: CountedRequest): void {
      if (token === undefined) return;
      // All unknown methods have the same label, because clients could send any number of them.
      const label = KNOWN_METHODS.includes(method) ? method : "other";
      requests.inc({ route, method: label, status: String(status) });
      durations.observe({ route }, seconds);
    },

    countSecurityEvent(event: string): void {
      if (token !== undefined) securityEvents.inc({ event });
    },

    async answer({ header }: Pick<DoorRequest, "header">): Promise<Answer> {
      if (token === undefined) return { status: 404, headers: PLAIN, body: "404: Not Found\n" };
      const given = /^Bearer +(\S+)$/i.exec(header("authorization") ?? "")?.[1] ?? "";
      if (!timingSafeEqual(digest(given), digest(token)))
        return {
          status: 401,
          headers: { ...PLAIN, "WWW-Authenticate": "Bearer" },
          body: "401: Unauthorized\n",
        };
      return {
        status: 200,
        headers: { "Content-Type": registry.contentType, "Cache-Control": "no-store" },
        body: await registry.metrics(),
      };
    },

    /**
     * Adds a limit of the front door, such as the maximum number of queued pages.
     * @param budget the limit's name in the metrics
     * @param used returns how much of the limit is in use; undefined if each connection has its own count
     * @returns `refused` counts a request or connection that exceeded the limit
     */
    setBudget(budget: string, limit: number, used?: () => number): { refused(): void } {
      budgets.set(budget, { limit, used });
      return { refused: () => refused.inc({ budget }) };
    },
  };
}

interface CountedRequest {
  route: string;
  method: string;
  status: number;
  seconds: number;
}
