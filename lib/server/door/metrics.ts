import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { KNOWN_METHODS } from "./methods";

/**
 * Upper limits of the histogram's buckets (seconds). Responses usually take between one and a few hundred
 * milliseconds.
 */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function create() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Counter({
      name: "instance_admin_requests_total",
      help: "Requests by route, method and status. 499 means that the client disconnected before the response.",
      labelNames: ["route", "method", "status"],
      registers,
    }),
    seconds: new Histogram({
      name: "instance_admin_request_duration_seconds",
      help: "Time from a request's arrival to the end of its response.",
      labelNames: ["route"],
      buckets: BUCKETS,
      registers,
    }),
    securityEvents: new Counter({
      name: "instance_admin_security_events_total",
      help: "Refused requests and attempts, by event (docs/operations.md).",
      labelNames: ["event"],
      registers,
    }),
  };
}

const metrics = () => processSingleton("metrics", create);

export const metricsRegistry = (): Registry => metrics().registry;

export function countRequest(request: {
  route: string;
  method: string;
  status: number;
  seconds: number;
}): void {
  if (env().metricsToken === undefined) return;
  const { requests, seconds } = metrics();
  // All unknown methods have the same label, because clients could send any number of them.
  const method = KNOWN_METHODS.includes(request.method) ? request.method : "other";
  requests.inc({ route: request.route, method, status: String(request.status) });
  seconds.observe({ route: request.route }, request.seconds);
}

export function countSecurityEvent(event: string): void {
  if (env().metricsToken !== undefined) metrics().securityEvents.inc({ event });
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Answers `GET /api/metrics` for Prometheus. Responds with 404 if METRICS_TOKEN is not set. Clients send METRICS_TOKEN
 * as a Bearer token.
 */
export async function metricsResponse(request: Request): Promise<Response> {
  const token = env().metricsToken;
  if (token === undefined) return new Response("404: Not Found\n", { status: 404 });
  const given = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  if (!timingSafeEqual(digest(given), digest(token))) {
    const headers = { "WWW-Authenticate": "Bearer" };
    return new Response("401: Unauthorized\n", { status: 401, headers });
  }
  const { registry } = metrics();
  return new Response(await registry.metrics(), {
    headers: { "Content-Type": registry.contentType, "Cache-Control": "no-store" },
  });
}
