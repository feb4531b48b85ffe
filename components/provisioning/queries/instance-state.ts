import { queryOptions } from "@tanstack/react-query";
import { requestJson } from "@/components/shell/queries/http";

export interface InstanceState {
  url: string;
  answers: boolean;
  /** Why it is not reachable. */
  reason?: string;
  /** ISO 8601 */
  checkedAt: string;
}

/** Whether the panel can reach the upstream instance; the server checks at most every three seconds. */
export const instanceStateQuery = () =>
  queryOptions({
    queryKey: ["instance-state"],
    refetchInterval: 60_000,
    queryFn: ({ signal }) => requestJson<InstanceState>("/api/panel/instance", { signal, cache: "no-store" }),
  });

/** Whether the upstream instance supports signing in with a password. */
export const instanceSignInQuery = () =>
  queryOptions({
    queryKey: ["instance-sign-in"],
    queryFn: ({ signal }) =>
      requestJson<{ offered: boolean }>("/api/panel/instance/sign-in", { signal, cache: "no-store" }),
  });
