import "server-only";
import { processSingleton } from "@/lib/process-singleton";

/** Counts of the responses of this process since the tally was last taken. */
export interface Tally {
  requests: number;
  /** Over a rate limit (429). */
  limited: number;
  /** Refused otherwise (4xx). */
  refused: number;
  /** Failed (5xx). */
  failed: number;
  /** Requests to the instance API's endpoints. */
  endpoints: number;
  /** Total time of these requests (ms). */
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

/** Requests that programs send at regular intervals. They would hide the activity of people. */
const uncounted = ["health", "metrics", "asset"];
const isEndpoint = (route: string) => !/^(?:panel|other|page)(?:\/|$)/.test(route);

/**
 * Counts an answered request. @param route the route's name in metrics @param ms from its arrival to the end of
 * its answer
 */
export function addToTally(route: string, status: number, ms: number): void {
  if (uncounted.includes(route)) return;
  const { now } = state();
  now.requests += 1;
  // 499: the client disconnected, which does not count as a refusal.
  if (status === 429) now.limited += 1;
  else if (status >= 500) now.failed += 1;
  else if (status >= 400 && status !== 499) now.refused += 1;
  if (!isEndpoint(route)) return;
  now.endpoints += 1;
  now.endpointTime += Math.round(ms);
}

/** Returns the tally and resets it. */
export function takeTally(): Tally {
  const shared = state();
  const { now } = shared;
  shared.now = none();
  return now;
}
