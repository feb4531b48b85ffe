import { queryOptions } from "@tanstack/react-query";
import { requestJson } from "./http";

export interface InstanceState {
  url: string;
  answers: boolean;
  /** Why it does not answer. */
  reason?: string;
  /** ISO 8601 */
  checkedAt: string;
}

/** Whether the existing instance answers the panel; the server asks it at most every three seconds. */
export const instanceStateQuery = () =>
  queryOptions({
    queryKey: ["instance-state"],
    refetchInterval: 60_000,
    queryFn: ({ signal }) => requestJson<InstanceState>("/api/panel/instance", { signal, cache: "no-store" }),
  });

/** Whether the existing instance offers to sign in with a password. */
export const instanceSignInQuery = () =>
  queryOptions({
    queryKey: ["instance-sign-in"],
    queryFn: ({ signal }) =>
      requestJson<{ offered: boolean }>("/api/panel/instance/sign-in", { signal, cache: "no-store" }),
  });
