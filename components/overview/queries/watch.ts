import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import type { WatchRange } from "@/lib/shared/contract/watch";

/** How often an open page asks while nothing is watched (s): its own figures change all the same. */
const whenOff = 60;

/**
 * What was measured of the running instance. Asked again at the watch's own pace, as long as the page is looked at.
 * @param interval seconds between two samples; 0 while nothing is watched
 */
export const watchQuery = (range: WatchRange, interval: number) =>
  queryOptions({
    queryKey: ["watch", range],
    refetchInterval: (interval || whenOff) * 1000,
    queryFn: ({ signal }) => call("GET /watch", { query: { range }, signal }),
  });

/** Probes the running instance now, and returns what is known then. */
export const checkNow = () => call("POST /watch/check", { body: { range: "24h" } });
