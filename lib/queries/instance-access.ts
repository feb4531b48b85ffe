import { requestJson } from "./http";

/** How requests reach the instance API, and in whose name. */
export interface InstanceAccess {
  /** What the API's paths begin with, on our own origin. */
  prefix: string;
  /** Address of the existing instance that requests are sent on to; null for the local directory. */
  url: string | null;
  /** Value of the `Authorization` header. */
  authorization: () => Promise<string>;
  /** Called when the token was not accepted. */
  refused: () => void;
}

/**
 * The local directory, as the signed-in operator. Without a version in the path, `api.defaultVersion` of the live file
 * answers. The token is asked for anew a minute before it runs out, and kept in this tab's memory only.
 */
export function localAccess(): InstanceAccess {
  let current: { token: string; expiresAt: number } | undefined;
  return {
    prefix: "/api",
    url: null,
    async authorization() {
      if (!current || current.expiresAt - 60_000 < Date.now()) {
        const init = { cache: "no-store" } as const;
        const answer = await requestJson<{ token: string; expiresAt: string }>("/api/panel/token", init);
        current = { token: answer.token, expiresAt: Date.parse(answer.expiresAt) };
      }
      return current.token;
    },
    refused: () => (current = undefined),
  };
}

/** An existing instance that this panel works beside. */
export interface RemoteInstance {
  /** Its API, without a version. */
  url: string;
  /** The API version that requests name. */
  version: string;
}

/** An existing instance with an account's user token, which is sent to our own origin and from there to the instance. */
export const remoteAccess = (
  { url, version }: RemoteInstance,
  token: string,
  refused: () => void,
): InstanceAccess => ({
  prefix: `/api/v${version}`,
  url,
  authorization: async () => token,
  refused,
});
