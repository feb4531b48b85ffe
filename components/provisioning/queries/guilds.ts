import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { GuildDetail, GuildPage, MemberPage } from "@/lib/shared/contract/guilds";
import type { NamedUser, PanelGuild } from "@/lib/shared/contract/provisioning";
import { request, requestJson, sendJson } from "@/components/shell/queries/http";

const key = ["guilds"] as const;

/** Everything that shows guilds; to be asked again after a change. */
export const allGuilds = { queryKey: key };

/** The guilds where the caller may, or might, add a bot. */
export const manageableGuildsQuery = () =>
  queryOptions({
    queryKey: [...key, "manageable"],
    // No retries: each failed request may already have waited for the instance's time limit.
    retry: false,
    queryFn: ({ signal }) =>
      requestJson<PanelGuild[]>("/api/panel/guilds?manageable=1", { signal, cache: "no-store" }),
  });

/** Pages of guilds, by name, whose name begins with `search`, or whose id it is. */
export const guildPagesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...key, "list", search],
    queryFn: async ({ signal, pageParam }): Promise<GuildPage> => {
      const query = new URLSearchParams({ search, ...(pageParam !== null && { after: pageParam }) });
      const response = await request(`/api/panel/guilds?${query}`, { signal, cache: "no-store" });
      return { guilds: (await response.json()) as PanelGuild[], next: nextOf(response.headers.get("link")) };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** Where the next page begins, from a header such as `</api/panel/guilds?after=…>; rel="next"`. */
function nextOf(link: string | null): string | null {
  const address = /<([^>]*)>; rel="next"/.exec(link ?? "")?.[1];
  return address === undefined ? null : new URL(address, "http://panel").searchParams.get("after");
}

export const guildQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) =>
      requestJson<GuildDetail>(`/api/panel/guilds/${id}`, { signal, cache: "no-store" }),
  });

/** Pages of a guild's people whose name begins with `search`, or of its bots. */
export const membersQuery = (
  id: string,
  { search = "", bots = false }: { search?: string; bots?: boolean },
) =>
  infiniteQueryOptions({
    queryKey: [...key, id, bots ? "bots" : "people", search],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({
        search,
        ...(bots && { bots: "1" }),
        ...(pageParam !== null && { after: pageParam }),
      });
      return requestJson<MemberPage>(`/api/panel/guilds/${id}/members?${query}`, {
        signal,
        cache: "no-store",
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** Renames the guild or gives it to another member. @throws RequestError with `problems` at `name` */
export const editGuild = (id: string, change: { name: string } | { ownerId: string }) =>
  sendJson<GuildDetail>("PATCH", `/api/panel/guilds/${id}`, change);

/** @throws RequestError with `problems` at `password` */
export const deleteGuild = (id: string, password: string) =>
  sendJson<{ deleted: string }>("DELETE", `/api/panel/guilds/${id}`, { password });

export const addMember = (id: string, userId: string) =>
  sendJson<NamedUser>("POST", `/api/panel/guilds/${id}/members`, { userId });

export const removeMember = (id: string, userId: string) =>
  requestJson<{ removed: string }>(`/api/panel/guilds/${id}/members/${userId}`, { method: "DELETE" });

/** @returns the roles that were given or taken */
export const setManager = (id: string, userId: string, manager: boolean) =>
  sendJson<{ roles: string[] }>("PUT", `/api/panel/guilds/${id}/members/${userId}/manager`, { manager });
