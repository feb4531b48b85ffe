import { queryOptions } from "@tanstack/react-query";
import { call, request } from "@/components/shell/queries/call";
import type { ConnectionChoice, ConnectionTrial } from "@/lib/shared/contract/connection";

export const connectionQuery = () =>
  queryOptions({
    queryKey: ["connection"],
    queryFn: ({ signal }) => call("GET /instance/connection", { signal }),
  });

/** Tests an address and a token. Changes nothing. @throws RequestError with a problem at `url` */
export const tryConnection = (body: { address: string; operatorToken?: string }) =>
  call("POST /instance/connection/trial", { body });

/** Like `tryConnection`, but during setup: the token of the setup link replaces the session. */
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
