import "server-only";
import { isObject } from "@/lib/shared/json/value";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { UpstreamClient } from "./client";

const MAX_PAGE_SIZE = 200;
/** Maximum number of pages, far more than any account needs. */
const MOST_PAGES = 100;

const idOf = (entry: unknown): string => (isObject(entry) ? String(entry.id) : "");

/** Returns the guild's name, or its id if the list contains no name. */
export const guildName = (entry: unknown): string =>
  isObject(entry) && typeof entry.name === "string" ? entry.name : `Guild ${idOf(entry)}`;

/**
 * Returns the account's guilds by id, from all pages. Stops if a page contains no new guilds, because some instances
 * ignore `after` and always return the first page.
 * @throws UpstreamError
 */
export async function accountGuilds(client: UpstreamClient): Promise<Map<string, unknown>> {
  const guilds = new Map<string, unknown>();
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({
      limit: String(MAX_PAGE_SIZE),
      ...(after !== undefined && { after }),
    });
    const answer = await client.ask("GET", `/users/@me/guilds?${query}`);
    const entries: unknown[] = Array.isArray(answer) ? answer : [];
    const fresh = entries.filter((entry) => isSnowflake(idOf(entry)) && !guilds.has(idOf(entry)));
    for (const entry of fresh) guilds.set(idOf(entry), entry);
    if (entries.length < MAX_PAGE_SIZE || fresh.length === 0) break;
    after = fresh.map(idOf).reduce((last, id) => (BigInt(id) > BigInt(last) ? id : last));
  }
  return guilds;
}
