import { queryOptions } from "@tanstack/react-query";
import { call, callWithHeaders } from "@/components/shell/queries/call";
import { pagedQuery } from "@/components/shell/queries/pages";
import type { GuildPage } from "@/lib/shared/contract/guilds";

const key = ["guilds"] as const;

/** All queries that show guilds; refetched after a change. */
export const allGuilds = { queryKey: key };

/** The guilds to which the caller may, or perhaps may, add a bot. */
export const manageableGuildsQuery = () =>
  queryOptions({
    queryKey: [...key, "manageable"],
    // No retries: each failed request may already have waited for the instance's time limit.
    retry: false,
    queryFn: ({ signal }) => call("GET /guilds", { query: { manageable: "1" }, signal }),
  });

/** Pages of guilds by name: those whose name starts with `search`, or whose id it is. */
export const guildPagesQuery = (search: string) =>
  pagedQuery([...key, "list", search], async (after, signal): Promise<GuildPage> => {
    const { answer, headers } = await callWithHeaders("GET /guilds", { query: { search, after }, signal });
    return { guilds: answer, next: nextOf(headers.get("link")) };
  });

/** Where the next page starts, from a header such as `</api/panel/guilds?after=…>; rel="next"`. */
function nextOf(link: string | null): string | null {
  const address = /<([^>]*)>; rel="next"/.exec(link ?? "")?.[1];
  return address === undefined ? null : new URL(address, "http://panel").searchParams.get("after");
}

export const guildQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) => call("GET /guilds/:id", { params: { id }, signal }),
  });

/** Pages of a guild's people whose name starts with `search`, or of its bots. */
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

/** Creates a guild that the operator owns. @throws RequestError 422 with `problems` at `name` */
export const createGuild = (name: string) => call("POST /guilds", { body: { name } });

/** Renames the guild or gives it to another member. @throws RequestError with `problems` at `name` */
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
