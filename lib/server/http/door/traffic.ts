import "server-only";
import type { Logger } from "pino";
import type { Clock } from "@/lib/clock";
import type { Metrics } from "./metrics";
import { RequestLog } from "./request-log";
import type { Visit } from "./visit";
import { Repeats } from "@/lib/repeats";

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/health$/, "health"],
  [/^\/api\/metrics$/, "metrics"],
  [/^\/api\/(?:panel|auth|setup|join)\b/, "panel"],
  [/^\/api\b/, "other"],
  [/^\/_next\b/, "asset"],
];

/** There are only a few names, because clients may request any number of different paths. */
export function routeOf(path: string): string {
  return NAMES.find(([pattern]) => pattern.test(path))?.[1] ?? "page";
}

interface Tally {
  requests: number;
  limited: number;
  refused: number;
  /** Responses with status 500 or higher. */
  failed: number;
  endpoints: number;
  /** Total duration of requests to endpoints of the instance API (ms). */
  endpointTime: number;
}

const none: Tally = { requests: 0, limited: 0, refused: 0, failed: 0, endpoints: 0, endpointTime: 0 };

/** Requests that programs send regularly. Counting them would obscure people's activity. */
const uncounted = ["health", "metrics", "asset"];
const isEndpoint = (route: string) => !/^(?:panel|other|page)(?:\/|$)/.test(route);

export function createTally() {
  let now = { ...none };
  return {
    /**
     * @param route the route's name in metrics
     * @param ms the time from the request's arrival to the end of its response
     */
    add(route: string, status: number, ms: number): void {
      if (uncounted.includes(route)) return;
      now.requests += 1;
      // Status 499 means that the client disconnected, so the request was not refused.
      if (status === 429) now.limited += 1;
      else if (status >= 500) now.failed += 1;
      else if (status >= 400 && status !== 499) now.refused += 1;
      if (!isEndpoint(route)) return;
      now.endpoints += 1;
      now.endpointTime += Math.round(ms);
    },

    take(): Tally {
      const tally = now;
      now = { ...none };
      return tally;
    },
  };
}

/** The security event for each status. Used if the handler has not recorded a more specific event. */
const BY_STATUS: Readonly<Record<number, string>> = {
  400: "input.refused",
  401: "unauthenticated",
  403: "forbidden",
  413: "input.refused",
  415: "input.refused",
  422: "input.refused",
  429: "rate-limited",
};

const MOST_COUNTED = 100;

interface SecurityEvent {
  securityEvent: string;
  /** Null if events from many addresses are counted together. */
  address: string | null;
  account: string | null;
}

export type Traffic = ReturnType<typeof createTraffic>;

export function createTraffic({ metrics, log, clock }: { metrics: Metrics; log: Logger; clock: Clock }) {
  const requests = new RequestLog({ log, clock });
  const tally = createTally();
  const repeats = new Repeats<SecurityEvent>(MOST_COUNTED, ({ first, count, names }) => {
    const { securityEvent, address } = first;
    log.warn({ securityEvent, address, accounts: names, repeats: count }, "security event repeated");
  });

  async function reportSecurityEvent(visit: Visit, status: number, route: string): Promise<void> {
    const { context, method } = visit;
    const event = context.security.event ?? BY_STATUS[status];
    if (event === undefined) return;
    metrics.countSecurityEvent(event);
    const address = await context.clientAddress();
    const { account } = context.security;
    const shared = { securityEvent: event, address: null, account: null };
    const first = repeats.add(
      `${event} ${address}`,
      { securityEvent: event, address, account: account ?? null },
      account,
      { kind: event, event: shared },
    );
    if (first) log.warn({ ...first, requestId: context.id, method, route, status }, "security event");
  }

  return {
    takeTally: tally.take,

    record(visit: Visit): void {
      const { response, method, path, context } = visit;
      const started = performance.now();
      response.once("close", () => {
        const seconds = (performance.now() - started) / 1000;
        // If the client disconnects before its response is complete, record status 499, as proxies do.
        const isComplete = response.writableFinished || response.statusCode === 413;
        const status = isComplete ? response.statusCode : 499;
        const route = visit.route ?? routeOf(path);
        tally.add(route, status, seconds * 1000);
        void reportSecurityEvent(visit, status, route);
        metrics.countRequest({ route, method, status, seconds });
        requests.note({ requestId: context.id, method, path, status, ms: Math.round(seconds * 1000) }, route);
      });
    },
  };
}
