import type { Instance } from "./instance";

export interface Endpoint {
  /** The path after `/api/v9`. */
  path: string;
  /** A body that is accepted; absent if the endpoint needs none. */
  body?: Record<string, unknown>;
}

/**
 * Every endpoint of the instance API. The rules that apply to all of them (docs/instance-api.md, "Requests") are tested
 * against each.
 */
export const endpoints: Record<string, (instance: Instance) => Promise<Endpoint>> = {
  "create an application": async () => ({ path: "/applications", body: { name: "Harbor" } }),
  "create a bot": async (instance) => ({ path: `/applications/${(await instance.addBot()).id}/bot` }),
  "reset a bot's token": async (instance) => ({
    path: `/applications/${(await instance.addBot()).id}/bot/reset`,
  }),
  authorize: async (instance) => ({
    path: `/oauth2/authorize?client_id=${(await instance.addBot()).id}`,
    body: { guild_id: instance.guildId, permissions: "8", authorize: true },
  }),
};
