import { queryOptions } from "@tanstack/react-query";
import { requestJson } from "@/components/shell/queries/http";
import type { WatchAnswer, WatchRange } from "@/lib/shared/contract/watch";

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
    queryFn: ({ signal }) =>
      requestJson<WatchAnswer>(`/api/panel/watch?range=${range}`, { signal, cache: "no-store" }),
  });
