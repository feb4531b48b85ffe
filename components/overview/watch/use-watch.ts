import { useQuery } from "@tanstack/react-query";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { watchQuery } from "../queries/watch";

/**
 * Measurements of the last 24 hours, refetched regularly.
 * @param initial the measurements that the server has loaded with the page
 */
export function useWatch(initial: WatchAnswer): WatchAnswer {
  const { data } = useQuery({
    ...watchQuery("24h", initial.interval),
    initialData: initial,
    initialDataUpdatedAt: initial.at,
  });
  return data;
}
