import "server-only";
import { isObject } from "@/lib/shared/json/value";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { UpstreamClient } from "./client";

/** The API family's maximum page size. */
const PAGE = 200;
/** Maximum number of pages; far more than an account may need. */
const MOST_PAGES = 100;

const idOf = (entry: unknown): string => (isObject(entry) ? String(entry.id) : "");

/** The name in an entry of a list of guilds, which may lack one. */
export const guildName = (entry: unknown): string =>
  isObject(entry) && typeof entry.name === "string" ? entry.name : `Guild ${idOf(entry)}`;

/**
 * The guilds of the account from all pages, by id. An instance that ignores `after` returns the same guilds again,
 * which also ends the loop.
 * @throws UpstreamError
 */
export async function accountGuilds(client: UpstreamClient): Promise<Map<string, unknown>> {
  const guilds = new Map<string, unknown>();
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(after !== undefined && { after }) });
    const answer = await client.ask("GET", `/users/@me/guilds?${query}`);
    const entries: unknown[] = Array.isArray(answer) ? answer : [];
    const fresh = entries.filter((entry) => isSnowflake(idOf(entry)) && !guilds.has(idOf(entry)));
    for (const entry of fresh) guilds.set(idOf(entry), entry);
    if (entries.length < PAGE || fresh.length === 0) break;
    after = fresh.map(idOf).reduce((last, id) => (BigInt(id) > BigInt(last) ? id : last));
  }
  return guilds;
}
