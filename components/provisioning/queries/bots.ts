import { call } from "@/components/shell/queries/call";
import { pagedQuery, routeQuery } from "@/components/shell/queries/pages";
import type { BotChanges, BotOrder } from "@/lib/shared/contract/bots";

const key = ["bots"] as const;

export const botsQuery = (search: string, order: BotOrder) =>
  pagedQuery([...key, "list", order, search], (after, signal) =>
    call("GET /bots", { query: { search, order, after }, signal }),
  );

export const botQuery = (id: string) => routeQuery([...key, id], "GET /bots/:id", { params: { id } });

/**
 * Searches the account's guilds for the bot. Used if the instance cannot list the bot's guilds. The first
 * page is fetched only on request.
 */
export const botGuildsQuery = (id: string) => ({
  ...pagedQuery([...key, id, "guilds"], (after, signal) =>
    call("GET /bots/:id/guilds", { params: { id }, query: { after }, signal }),
  ),
  enabled: false,
  // Not retried, because a failed request may already have waited for the instance's timeout.
  retry: false,
});

/** Invalidated after each change to a bot. */
export const allBots = { queryKey: key };

export const editBot = (id: string, changes: BotChanges | { ownerId: string }) =>
  call("PATCH /bots/:id", { params: { id }, body: changes });

/** All existing tokens of the bot become invalid. */
export const resetToken = (id: string) => call("POST /bots/:id/token", { params: { id }, body: {} });

export const deleteBot = (id: string) => call("DELETE /bots/:id", { params: { id }, body: {} });

/** @param picture a square PNG, WebP or JPEG file of at most 256 KiB */
export const setPicture = (id: string, picture: Blob) =>
  call("PUT /bots/:id/avatar", { params: { id }, body: picture });

export const removePicture = (id: string) => call("DELETE /bots/:id/avatar", { params: { id } });

/** If the bot is already in the guild, only its permissions there are replaced. */
export const authorizeBot = (id: string, guildId: string, permissions: bigint) =>
  call("PUT /bots/:id/guilds/:guildId", {
    params: { id, guildId },
    body: { permissions: String(permissions) },
  });

export const removeFromGuild = (id: string, guildId: string) =>
  call("DELETE /bots/:id/guilds/:guildId", { params: { id, guildId } });

export const applicationsQuery = () => routeQuery(["applications"], "GET /applications");

/**
 * Do not repeat a call, because every call creates another application.
 * @throws RequestError with `problems` at `name`
 */
export const createApplication = (name: string) => call("POST /applications", { body: { name } });

/** Creates a token for the application's bot. Creates the bot first if there is none. */
export const issueToken = (id: string) => call("POST /applications/:id/bot", { params: { id } });
