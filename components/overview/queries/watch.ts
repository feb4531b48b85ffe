import { call } from "@/components/shell/queries/call";
import { routeQuery } from "@/components/shell/queries/pages";
import type { WatchRange } from "@/lib/shared/contract/watch";

/** Seconds between two refetches while monitoring is off. The panel's own figures change even without monitoring. */
const whenOff = 60;

/**
 * Repeats at the sampling interval while the page is visible.
 * @param interval seconds between two samples; 0 if monitoring is off
 */
export const watchQuery = (range: WatchRange, interval: number) => ({
  ...routeQuery(["watch", range], "GET /watch", { query: { range } }),
  refetchInterval: (interval || whenOff) * 1000,
});

export const checkNow = () => call("POST /watch/check", { body: { range: "24h" } });
