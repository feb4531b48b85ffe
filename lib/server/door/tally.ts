import "server-only";
import { processSingleton } from "@/lib/process-singleton";

/** Counts of this process's responses since `takeTally` was last called. */
export interface Tally {
  requests: number;
  /** Responses with status 429. */
  limited: number;
  /** Other responses with a status from 400 to 499. */
  refused: number;
  /** Responses with a status from 500 on. */
  failed: number;
  /** Requests to endpoints of the instance API. */
  endpoints: number;
  /** Total duration of requests to endpoints of the instance API (ms). */
  endpointTime: number;
}

const none = (): Tally => ({
  requests: 0,
  limited: 0,
  refused: 0,
  failed: 0,
  endpoints: 0,
  endpointTime: 0,
});

const state = () => processSingleton("tally", () => ({ now: none() }));

/** Requests that programs send regularly. If they were counted, they would hide the activity of people. */
const uncounted = ["health", "metrics", "asset"];
const isEndpoint = (route: string) => !/^(?:panel|other|page)(?:\/|$)/.test(route);

/**
 * Counts a request that was answered.
 * @param route the route's name in metrics
 * @param ms the time from the request's arrival to the end of its response
 */
export function addToTally(route: string, status: number, ms: number): void {
  if (uncounted.includes(route)) return;
  const { now } = state();
  now.requests += 1;
  // Status 499 means that the client disconnected, so the request was not refused.
  if (status === 429) now.limited += 1;
  else if (status >= 500) now.failed += 1;
  else if (status >= 400 && status !== 499) now.refused += 1;
  if (!isEndpoint(route)) return;
  now.endpoints += 1;
  now.endpointTime += Math.round(ms);
}

export function takeTally(): Tally {
  const shared = state();
  const { now } = shared;
  shared.now = none();
  return now;
}
