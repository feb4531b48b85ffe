import "server-only";
import { z } from "zod";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { UpstreamClient } from "../upstream/client";

/** The API family's maximum page size. */
const PAGE = 200;
/** Pages; far more than an account may be in. */
const MOST_PAGES = 100;

const listed = z.looseObject({ id: z.string().refine(isSnowflake), name: z.string() });
export type ListedGuild = z.output<typeof listed>;

/**
 * The guilds of an account, all pages. An instance that ignores `after` answers with the same guilds again, which also
 * ends the loop.
 * @throws UpstreamError
 */
export async function allGuilds(client: UpstreamClient): Promise<ListedGuild[]> {
  const guilds = new Map<string, ListedGuild>();
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(after !== undefined && { after }) });
    const answer = await client.ask("GET", `/users/@me/guilds?${query}`);
    const entries = (Array.isArray(answer) ? (answer as unknown[]) : []).flatMap(
      (entry) => listed.safeParse(entry).data ?? [],
    );
    const fresh = entries.filter(({ id }) => !guilds.has(id));
    for (const guild of fresh) guilds.set(guild.id, guild);
    if (entries.length < PAGE || fresh.length === 0) break;
    after = fresh.map(({ id }) => id).reduce((last, id) => (BigInt(id) > BigInt(last) ? id : last));
  }
  return [...guilds.values()];
}
