import type { Instance } from "./instance";

export interface Endpoint {
  /** POST if absent. */
  method?: "GET" | "PATCH";
  /** The path after `/api/v9`. */
  path: string;
  /** A valid body; absent if the endpoint needs none. */
  body?: Record<string, unknown>;
  /** `Allow` of the path. */
  allow?: string;
  /** Bots may call it too. */
  takesBots?: true;
}

/**
 * The endpoints that can be called repeatedly. The rules that apply to all of them (docs/instance-api.md,
 * "Requests") are tested against each.
 */
export const endpoints: Record<string, (instance: Instance) => Promise<Endpoint>> = {
  "create an application": async () => ({
    path: "/applications",
    body: { name: "Harbor" },
    allow: "POST, GET, HEAD, OPTIONS",
  }),
  "create a bot": async (instance) => ({ path: `/applications/${(await instance.addBot()).id}/bot` }),
  "reset a bot's token": async (instance) => ({
    path: `/applications/${(await instance.addBot()).id}/bot/reset`,
  }),
  authorize: async (instance) => ({
    path: `/oauth2/authorize?client_id=${(await instance.addBot()).id}`,
    body: { guild_id: instance.guildId, permissions: "8", authorize: true },
  }),
  "change an application": async (instance) => ({
    method: "PATCH",
    path: `/applications/${await instance.addApplication()}`,
    body: { description: "Moors ships" },
    allow: "GET, PATCH, DELETE, HEAD, OPTIONS",
  }),
};

/** The endpoints that only read. */
export const reads: typeof endpoints = {
  "list applications": async () => ({
    method: "GET",
    path: "/applications",
    allow: "POST, GET, HEAD, OPTIONS",
  }),
  "get an application": async (instance) => ({
    method: "GET",
    path: `/applications/${await instance.addApplication()}`,
    allow: "GET, PATCH, DELETE, HEAD, OPTIONS",
  }),
  "get the caller": async () => ({
    method: "GET",
    path: "/users/@me",
    allow: "GET, HEAD, OPTIONS",
    takesBots: true,
  }),
  "list the caller's guilds": async () => ({
    method: "GET",
    path: "/users/@me/guilds",
    allow: "GET, HEAD, OPTIONS",
    takesBots: true,
  }),
};
