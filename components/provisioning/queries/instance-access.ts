import { requestJson } from "@/components/shell/queries/http";

/** How requests reach the instance API, and on whose behalf. */
export interface InstanceAccess {
  /** The prefix of the API's paths, on our own origin. */
  prefix: string;
  /** Address of the upstream instance that requests are forwarded to; null for the local directory. */
  url: string | null;
  /** Value of the `Authorization` header. */
  authorization: () => Promise<string>;
  /** Called when the token was rejected. */
  refused: () => void;
}

/**
 * The local directory, as the signed-in operator. The path has no version, so `api.defaultVersion` of the live file
 * applies. The token is renewed a minute before it expires, and kept in this tab's memory only.
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

/** An upstream instance that this panel is connected to. */
export interface RemoteInstance {
  /** Its API's address, without a version. */
  url: string;
  /** The API version to use in requests. */
  version: string;
}

/** Where our own origin forwards a signed-in operator's requests to the upstream instance. */
export const instancePrefix = (version: string) => `/api/panel/instance/v${version}`;

/** An upstream instance with an account's user token, which is sent to our own origin and forwarded to the instance. */
export const remoteAccess = (
  { url, version }: RemoteInstance,
  token: string,
  refused: () => void,
): InstanceAccess => ({
  prefix: instancePrefix(version),
  url,
  authorization: async () => token,
  refused,
});
