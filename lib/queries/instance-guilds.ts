import { queryOptions } from "@tanstack/react-query";
import { type InstanceGuild, manageableGuild } from "@/lib/directory/instance-guild";
import { isSnowflake } from "@/lib/directory/snowflake";
import type { InstanceAccess } from "./instance-access";
import { askInstance, isNotOffered } from "./instance-request";

/** The most that the API family gives at once. */
const PAGE = 200;

const idOf = (entry: unknown): string =>
  typeof entry === "object" && entry !== null && "id" in entry ? String(entry.id) : "";

async function page(
  access: InstanceAccess,
  after: string | undefined,
  signal: AbortSignal,
): Promise<unknown[]> {
  const query = new URLSearchParams({ limit: String(PAGE), ...(after !== undefined && { after }) });
  const answer = await askInstance(access, `/users/@me/guilds?${query}`, { method: "GET", signal });
  return Array.isArray(answer) ? answer : [];
}

/** All pages. An instance that ignores `after` answers what is known already, which ends it as well. */
async function everyEntry(access: InstanceAccess, signal: AbortSignal): Promise<unknown[]> {
  const entries = new Map<string, unknown>();
  let after: string | undefined;
  for (;;) {
    const answer = await page(access, after, signal);
    const fresh = answer.filter((entry) => isSnowflake(idOf(entry)) && !entries.has(idOf(entry)));
    for (const entry of fresh) entries.set(idOf(entry), entry);
    if (answer.length < PAGE || fresh.length === 0) return [...entries.values()];
    after = fresh.map(idOf).reduce((last, id) => (BigInt(id) > BigInt(last) ? id : last));
  }
}

/**
 * The guilds of the connected account in which it may add a bot, by name; null when the instance does not list guilds.
 * @param connection names the connection, so that another account's guilds are never shown
 */
export const instanceGuildsQuery = (
  access: InstanceAccess | null,
  connection: number,
  accountId: string | null,
) =>
  queryOptions({
    queryKey: ["instance", connection, "guilds"],
    // Its failures are told at once: each one may have waited for the instance's time limit.
    retry: false,
    enabled: access !== null,
    queryFn: async ({ signal }): Promise<InstanceGuild[] | null> => {
      if (access === null) return null;
      try {
        return (await everyEntry(access, signal))
          .flatMap((entry) => manageableGuild(entry, accountId) ?? [])
          .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
      } catch (error) {
        if (isNotOffered(error)) return null;
        throw error;
      }
    },
  });
