import { queryOptions } from "@tanstack/react-query";
import { requestJson, sendJson } from "@/components/shell/queries/http";
import type { InstanceState, InstanceView } from "@/lib/shared/contract/instance";

/** Whether the panel can reach the running instance; the server checks at most every three seconds. */
export const instanceStateQuery = () =>
  queryOptions({
    queryKey: ["instance-state"],
    // The server asks at most every three seconds, and the rail shows the answer on every page.
    staleTime: 0,
    refetchInterval: 30_000,
    queryFn: ({ signal }) =>
      requestJson<InstanceView & InstanceState>("/api/panel/instance", { signal, cache: "no-store" }),
  });

/** Whether the running instance lets people sign in with a password. */
export const signInOfferQuery = () =>
  queryOptions({
    queryKey: ["instance-sign-in"],
    queryFn: ({ signal }) =>
      requestJson<{ offersSignIn: boolean }>("/api/panel/instance/account", { signal, cache: "no-store" }),
  });

/** What somebody enters to connect an account. */
export type Entered = { token: string } | { login: string; password: string; code?: string };

/** Connects an account of the running instance to this session. @throws RequestError; `code-required` for a two-factor code */
export const connectAccount = (entered: Entered) =>
  sendJson<InstanceView>("PUT", "/api/panel/instance/account", entered);

/** Forgets the connected account. */
export const disconnectAccount = () =>
  requestJson<InstanceView>("/api/panel/instance/account", { method: "DELETE" });

/** Everything that was asked of the instance in the name of an account. */
export const instanceData = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
    ["bots", "guilds", "users", "applications"].includes(String(queryKey[0])),
};
