import { useQuery } from "@tanstack/react-query";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { watchQuery } from "../queries/watch";

/**
 * What was measured in the last 24 hours; keeps itself up to date.
 * @param initial as the server loaded it with the page
 */
export function useWatch(initial: WatchAnswer): WatchAnswer {
  const { data } = useQuery({
    ...watchQuery("24h", initial.interval),
    initialData: initial,
    initialDataUpdatedAt: initial.at,
  });
  return data;
}
