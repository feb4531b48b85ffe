import type { Instance } from "./instance";

export interface Endpoint {
  /** Behind `/api/v9`. */
  path: string;
  /** A body that is accepted; none where the endpoint needs none. */
  body?: Record<string, unknown>;
}

/**
 * Every endpoint of the instance API. What all of them promise (spec/decisions.md, "All endpoints of the instance API") is
 * tested against each of these.
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
