import { queryOptions, useQuery } from "@tanstack/react-query";
import type { InstanceStatus } from "@/lib/shared/contract/watch";
import { call } from "./call";

const often = 5;

/**
 * The state of the instance. Also read while the tab is in the background, because the title of the window shows an
 * outage.
 */
export const statusQuery = () =>
  queryOptions({
    queryKey: ["status"],
    queryFn: ({ signal }) => call("GET /status", { signal }),
    refetchInterval: ({ state: { data } }) => Math.min(often, data?.interval || often) * 1000,
    refetchIntervalInBackground: true,
    retry: false,
  });

/**
 * Returns the state of the instance. `unknown` if the panel itself does not answer: its last answer proves nothing
 * about now.
 * @param loaded the state that the server has loaded with the page
 */
export function useStatus(loaded?: InstanceStatus): InstanceStatus | undefined {
  const { data, error } = useQuery({
    ...statusQuery(),
    ...(loaded && { initialData: loaded, initialDataUpdatedAt: loaded.at }),
  });
  return error && data ? { ...data, state: "unknown", since: data.checkedAt } : data;
}
