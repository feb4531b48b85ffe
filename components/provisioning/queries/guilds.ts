import { queryOptions } from "@tanstack/react-query";
import { call, callWithHeaders } from "@/components/shell/queries/call";
import { pagedQuery, routeQuery } from "@/components/shell/queries/pages";
import type { GuildPage } from "@/lib/shared/contract/guilds";

const key = ["guilds"] as const;

/** Invalidated after each change to a guild. */
export const allGuilds = { queryKey: key };

/** Guilds to which the caller may add a bot. Includes guilds where the caller's permissions are unknown. */
export const manageableGuildsQuery = () =>
  queryOptions({
    queryKey: [...key, "manageable"],
    // Not retried, because a failed request may already have waited for the instance's timeout.
    retry: false,
    queryFn: ({ signal }) => call("GET /guilds", { query: { manageable: "1" }, signal }),
  });

export const guildPagesQuery = (search: string) =>
  pagedQuery([...key, "list", search], async (after, signal): Promise<GuildPage> => {
    const { answer, headers } = await callWithHeaders("GET /guilds", { query: { search, after }, signal });
    return { guilds: answer, next: nextOf(headers.get("link")) };
  });

/** Extracts the next page's cursor from a `Link` header such as `</api/panel/guilds?after=…>; rel="next"`. */
function nextOf(link: string | null): string | null {
  const address = /<([^>]*)>; rel="next"/.exec(link ?? "")?.[1];
  return address === undefined ? null : new URL(address, "http://panel").searchParams.get("after");
}

export const guildQuery = (id: string) => routeQuery([...key, id], "GET /guilds/:id", { params: { id } });

export const membersQuery = (
  id: string,
  { search = "", bots = false }: { search?: string; bots?: boolean },
) =>
  pagedQuery([...key, id, bots ? "bots" : "people", search], (after, signal) =>
    call("GET /guilds/:id/members", {
      params: { id },
      query: { search, bots: bots ? "1" : undefined, after },
      signal,
    }),
  );

/** The operator becomes the guild's owner. @throws RequestError 422 with `problems` at `name` */
export const createGuild = (name: string) => call("POST /guilds", { body: { name } });

/** @throws RequestError with `problems` at `name` */
export const editGuild = (id: string, change: { name: string } | { ownerId: string }) =>
  call("PATCH /guilds/:id", { params: { id }, body: change });

export const deleteGuild = (id: string) => call("DELETE /guilds/:id", { params: { id }, body: {} });

export const addMember = (id: string, userId: string) =>
  call("POST /guilds/:id/members", { params: { id }, body: { userId } });

export const removeMember = (id: string, userId: string) =>
  call("DELETE /guilds/:id/members/:userId", { params: { id, userId } });

/** @returns the roles that were added or removed */
export const setManager = (id: string, userId: string, manager: boolean) =>
  call("PUT /guilds/:id/members/:userId/manager", { params: { id, userId }, body: { manager } });
