import { queryOptions } from "@tanstack/react-query";
import { type InstanceGuild, manageableGuild } from "@/lib/shared/chat/instance-guild";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { isObject } from "@/lib/shared/json/value";
import type { InstanceAccess } from "./instance-access";
import { askInstance, isNotOffered } from "./instance-request";

/** The API family's maximum page size. */
const PAGE = 200;

const idOf = (entry: unknown): string => (isObject(entry) && "id" in entry ? String(entry.id) : "");

const nameOf = (entry: unknown): string =>
  isObject(entry) && typeof entry.name === "string" ? entry.name : `Guild ${idOf(entry)}`;

async function page(
  access: InstanceAccess,
  after: string | undefined,
  signal: AbortSignal,
): Promise<unknown[]> {
  const query = new URLSearchParams({ limit: String(PAGE), ...(after !== undefined && { after }) });
  const answer = await askInstance(access, `/users/@me/guilds?${query}`, { method: "GET", signal });
  return Array.isArray(answer) ? answer : [];
}

/** Fetches all pages. An instance that ignores `after` returns the same guilds again, which also ends the loop. */
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
 * All guilds of the connected account by name, whatever it may do there; null when the instance does not list guilds.
 * @throws InstanceError
 */
export async function accountGuilds(
  access: InstanceAccess,
  signal: AbortSignal,
): Promise<{ id: string; name: string }[] | null> {
  try {
    const entries = await everyEntry(access, signal);
    const named = entries.map((entry) => ({ id: idOf(entry), name: nameOf(entry) }));
    return named.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  } catch (error) {
    if (isNotOffered(error)) return null;
    throw error;
  }
}

/** Own guilds first, then those that may be managed, then those of which the instance does not say; each by name. */
function inOrder(guilds: readonly InstanceGuild[]): InstanceGuild[] {
  const rank = ({ isOwner, permissions }: InstanceGuild) => (isOwner ? 0 : permissions === null ? 2 : 1);
  return guilds.toSorted(
    (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, undefined, { numeric: true }),
  );
}

/**
 * The guilds in which the connected account may, or might, add a bot, own ones first; null when the instance does not list guilds.
 * @param connection identifies the connection, so that another account's guilds are never shown
 */
export const instanceGuildsQuery = (
  access: InstanceAccess | null,
  connection: number,
  accountId: string | null,
) =>
  queryOptions({
    queryKey: ["instance", connection, "guilds"],
    // No retries: each failed request may already have waited for the instance's time limit.
    retry: false,
    enabled: access !== null,
    queryFn: async ({ signal }): Promise<InstanceGuild[] | null> => {
      if (access === null) return null;
      try {
        const entries = await everyEntry(access, signal);
        return inOrder(entries.flatMap((entry) => manageableGuild(entry, accountId) ?? []));
      } catch (error) {
        if (isNotOffered(error)) return null;
        throw error;
      }
    },
  });
