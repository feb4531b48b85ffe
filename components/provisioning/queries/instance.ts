import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import type { InstanceState } from "@/lib/shared/contract/instance";

/** Whether the panel can reach the running instance. The server checks at most every three seconds. */
export const instanceStateQuery = () =>
  queryOptions({
    queryKey: ["instance-state"],
    // The server checks at most every three seconds, and the rail shows the answer on every page.
    staleTime: 0,
    refetchInterval: 30_000,
    async queryFn({ signal }): Promise<InstanceState> {
      const { url, answers, reason, checkedAt } = await call("GET /instance", { signal });
      if (url === null || answers === undefined || checkedAt === undefined)
        throw new Error("This panel is the instance, so there is no other instance to connect to.");
      return { url, answers, reason, checkedAt };
    },
  });

/** How many users and guilds the instance has. Counting is expensive for it. */
export const countsQuery = () =>
  queryOptions({
    queryKey: ["instance-counts"],
    staleTime: 5 * 60_000,
    retry: false,
    queryFn: ({ signal }) => call("GET /instance/counts", { signal }),
  });

/** Whether the running instance lets people sign in with a password. */
export const signInOfferQuery = () =>
  queryOptions({
    queryKey: ["instance-sign-in"],
    queryFn: ({ signal }) => call("GET /instance/account", { signal }),
  });

/** The values for connecting an account. */
export type Entered = { token: string } | { login: string; password: string; code?: string };

/**
 * Connects an account of the running instance to this session. @throws RequestError; `code-required` for a two-factor
 * code
 */
export const connectAccount = (entered: Entered) => call("PUT /instance/account", { body: entered });

/** Disconnects the account. */
export const disconnectAccount = () => call("DELETE /instance/account");

/** Creates new registration tokens at every call. */
export const createRegistrationTokens = async (sizes: { count: number; length: number }) =>
  (await call("POST /registration-tokens", { body: sizes })).tokens;

/** All data requested from the instance with an account. */
export const instanceData = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
    ["bots", "guilds", "users", "applications"].includes(String(queryKey[0])),
};
