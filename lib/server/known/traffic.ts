import "server-only";
import type { ProcessPart } from "@/lib/shared/contract/values";

export interface Traffic {
  requests: number;
  /** Requests that ended with a status from 500 to 599. */
  failures: number;
  /** The sum of durations, in the unit of the server, and the number of measured requests. */
  duration: number;
  measured: number;
}

export type TrafficOfParts = Partial<Record<ProcessPart, Traffic>>;

const line =
  /^(?:[a-zA-Z_:][\w:]*_)?http_(requests?_total|(?:request_)?duration(?:_seconds)?_(?:sum|count))\{([^}\n]*)\} (\S+)$/gm;
const label = (labels: string, name: string): string =>
  new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels)?.[1] ?? "";
/** Requests of monitoring, among them the panel's, say nothing about clients. */
const ofMonitoring = /\/(?:ping|metrics|-\/\w+|policies\/.*)\/?$/;

export function trafficIn(metrics: string): Traffic | null {
  const sums = { requests: 0, failures: 0, duration: 0, measured: 0 };
  for (const [, name = "", labels = "", text] of metrics.matchAll(line)) {
    const value = Number(text);
    if (!Number.isFinite(value) || ofMonitoring.test(label(labels, "(?:path|route)"))) continue;
    if (name.endsWith("_sum")) sums.duration += value;
    else if (name.endsWith("_count")) sums.measured += value;
    else {
      sums.requests += value;
      if (/^5\d\d$/.test(label(labels, "(?:status|code|status_code)"))) sums.failures += value;
    }
  }
  return sums.requests === 0 ? null : sums;
}

/** A process that has restarted since then counts from zero. */
export function trafficSince(before: Traffic, now: Traffic): Traffic {
  if (now.requests < before.requests) return now;
  return {
    requests: now.requests - before.requests,
    failures: now.failures - before.failures,
    duration: now.duration - before.duration,
    measured: now.measured - before.measured,
  };
}

/** With fewer requests before an apply, the usual share is not known. */
const fewestUsual = 100;
/** So many requests since an apply are enough to confirm it. */
export const enoughRequests = 50;
const fewestFailures = 10;
const smallestShare = 0.05;
/** How many times its usual share of failures a part may have, and its usual duration. A cold start is slow. */
const mostFailures = 5;
const mostDuration = 10;

export function whyWorse(usual: Traffic, since: Traffic): string | null {
  if (usual.requests < fewestUsual) return null;
  const [before, after] = [usual.failures / usual.requests, since.failures / Math.max(1, since.requests)];
  if (since.failures >= fewestFailures && after >= Math.max(smallestShare, mostFailures * before))
    return `It fails ${percent(after)} of ${since.requests} requests since the apply, and failed ${percent(before)} before. Check the instance's log.`;
  const [slow, usually] = [since.duration / since.measured, usual.duration / usual.measured];
  if (since.measured >= enoughRequests && usually > 0 && slow >= mostDuration * usually)
    return `It takes ${Math.round(slow / usually)} times as long for a request since the apply as before. Check the instance's log.`;
  return null;
}

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`;
