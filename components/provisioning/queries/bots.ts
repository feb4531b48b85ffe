import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { requestJson, sendJson } from "@/components/shell/queries/http";
import type {
  Authorized,
  BotChanges,
  BotDetail,
  BotGuilds,
  BotOrder,
  BotPage,
  PanelBot,
} from "@/lib/shared/contract/bots";

const key = ["bots"] as const;

/** Pages of bots whose name holds `search`. */
export const botsQuery = (search: string, order: BotOrder) =>
  infiniteQueryOptions({
    queryKey: [...key, "list", order, search],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ search, order, ...(pageParam !== null && { after: pageParam }) });
      return requestJson<BotPage>(`/api/panel/bots?${query}`, { signal, cache: "no-store" });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

export const botQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) => requestJson<BotDetail>(`/api/panel/bots/${id}`, { signal, cache: "no-store" }),
  });

/** The guilds of a bot where the instance has to be asked about each: some at a time, from the first request on. */
export const botGuildsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...key, id, "guilds"],
    enabled: false,
    // No retries: each failed request may already have waited for the instance's time limit.
    retry: false,
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams(pageParam === null ? {} : { after: pageParam });
      return requestJson<BotGuilds>(`/api/panel/bots/${id}/guilds?${query}`, { signal, cache: "no-store" });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** Everything that shows bots; to be asked again after a change. */
export const allBots = { queryKey: key };

/** @throws RequestError with `problems` at `name` or `description` */
export const editBot = (id: string, changes: BotChanges | { ownerId: string }) =>
  sendJson<PanelBot>("PATCH", `/api/panel/bots/${id}`, changes);

/** Ends every token of the bot. @throws RequestError with `problems` at `password` */
export const resetToken = (id: string, password: string) =>
  sendJson<{ token: string }>("POST", `/api/panel/bots/${id}/token`, { password });

/** @throws RequestError with `problems` at `password` */
export const deleteBot = (id: string, password: string) =>
  sendJson<{ deleted: string }>("DELETE", `/api/panel/bots/${id}`, { password });

/** @param picture a square PNG, WebP or JPEG file of at most 256 KiB */
export const setPicture = (id: string, picture: Blob) =>
  requestJson<PanelBot>(`/api/panel/bots/${id}/avatar`, { method: "PUT", body: picture });

export const removePicture = (id: string) =>
  requestJson<PanelBot>(`/api/panel/bots/${id}/avatar`, { method: "DELETE" });

/** Adds the bot to a guild, or replaces its permissions there. */
export const authorizeBot = (id: string, guildId: string, permissions: bigint) =>
  sendJson<Authorized>("PUT", `/api/panel/bots/${id}/guilds/${guildId}`, {
    permissions: String(permissions),
  });

export const removeFromGuild = (id: string, guildId: string) =>
  requestJson<{ removed: string }>(`/api/panel/bots/${id}/guilds/${guildId}`, { method: "DELETE" });
