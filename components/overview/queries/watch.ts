import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import type { WatchRange } from "@/lib/shared/contract/watch";

/** How often an open page refreshes while monitoring is off (s), because the panel's own figures still change. */
const whenOff = 60;

/**
 * Measurements of the running instance. Refetched at the interval of the samples while the page is visible.
 * @param interval seconds between two samples; 0 while monitoring is off
 */
export const watchQuery = (range: WatchRange, interval: number) =>
  queryOptions({
    queryKey: ["watch", range],
    refetchInterval: (interval || whenOff) * 1000,
    queryFn: ({ signal }) => call("GET /watch", { query: { range }, signal }),
  });

/** Probes the instance now, and returns the results. */
export const checkNow = () => call("POST /watch/check", { body: { range: "24h" } });
