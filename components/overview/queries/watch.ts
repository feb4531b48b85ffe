import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import type { WatchRange } from "@/lib/shared/contract/watch";

/** Seconds between two refetches while monitoring is off. The panel's own figures change even without monitoring. */
const whenOff = 60;

/**
 * Repeats at the sampling interval while the page is visible.
 * @param interval seconds between two samples; 0 if monitoring is off
 */
export const watchQuery = (range: WatchRange, interval: number) =>
  queryOptions({
    queryKey: ["watch", range],
    refetchInterval: (interval || whenOff) * 1000,
    queryFn: ({ signal }) => call("GET /watch", { query: { range }, signal }),
  });

export const checkNow = () => call("POST /watch/check", { body: { range: "24h" } });
