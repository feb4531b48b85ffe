import { call, request } from "@/components/shell/queries/call";
import { routeQuery } from "@/components/shell/queries/pages";
import type { ConnectionChoice, ConnectionTrial } from "@/lib/shared/contract/instance";

/** @throws RequestError `conflict` if monitoring is off */
export const checkNow = () => call("POST /watch/check", { body: { range: "1h" } });

/** Cached for five minutes, because counting is expensive for the instance. */
export const countsQuery = () => ({
  ...routeQuery(["instance-counts"], "GET /instance/counts"),
  staleTime: 5 * 60_000,
  retry: false,
});

/** Whether operators can connect an account of the running instance with its password. */
export const signInOfferQuery = () => routeQuery(["instance-sign-in"], "GET /instance/account");

export type Entered = { token: string } | { login: string; password: string; code?: string };

/** @throws RequestError with the code `code-required` if the account needs a two-factor code */
export const connectAccount = (entered: Entered) => call("PUT /instance/account", { body: entered });

export const disconnectAccount = () => call("DELETE /instance/account");

/** Every call creates new registration tokens. */
export const createRegistrationTokens = async (sizes: { count: number; length: number }) =>
  (await call("POST /registration-tokens", { body: sizes })).tokens;

export const instanceData = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
    ["bots", "guilds", "users", "applications"].includes(String(queryKey[0])),
};

export const connectionQuery = () => routeQuery(["connection"], "GET /instance/connection");

/** Changes nothing. @throws RequestError with a problem at `url` */
export const tryConnection = (body: { address: string; operatorToken?: string }) =>
  call("POST /instance/connection/trial", { body });

/**
 * Like `tryConnection`, but for setup. There is no session yet, so the token in the setup link authorizes the
 * request.
 */
export async function tryAtSetup(body: {
  token: string;
  address: string;
  operatorToken?: string;
}): Promise<ConnectionTrial> {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return (await request("/api/setup/trial", init)).json();
}

/** @throws RequestError with a problem at `url` */
export const saveConnection = (choice: ConnectionChoice) =>
  call("PUT /instance/connection", { body: { choice } });
