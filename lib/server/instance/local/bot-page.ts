import "server-only";
import { sql } from "kysely";
import { contains, type Db, type Tx } from "@/lib/server/db";
import type { BotOrder } from "@/lib/shared/contract/bots";
import type { BotListPage, BotSummary } from "./types";
import { applicationsWithNames, asApplication } from "./application-rows";

const lowered = sql<string>`lower(applications.name)`;

/**
 * The column and direction of each order; bots with equal values are ordered by id. Migrations 005 and 006 create an
 * index on each of these columns together with the id.
 */
const ORDERS: Record<BotOrder, { key: ReturnType<typeof sql<unknown>>; direction: "asc" | "desc" }> = {
  newest: { key: sql`applications.created_at`, direction: "desc" },
  oldest: { key: sql`applications.created_at`, direction: "asc" },
  name: { key: lowered, direction: "asc" },
};

/**
 * Returns a page of bots with their owners and guild counts. The database finds the page's first bot through an
 * index.
 */
export function botPage(db: Db | Tx, { search, limit, order = "newest", after }: BotListPage) {
  const { key, direction } = ORDERS[order];
  let query = applicationsWithNames(db)
    .select(lowered.as("name_key"))
    .select((select) =>
      select
        .selectFrom("members")
        .whereRef("members.user_id", "=", "applications.bot_user_id")
        .select((count) => count.fn.countAll<number>().as("count"))
        .as("guild_count"),
    )
    .orderBy(key, direction)
    .orderBy("applications.id", direction)
    .limit(limit);
  if (search !== "") {
    query = query.where((where) =>
      where.or([contains("applications.name", search), where("applications.id", "=", search)]),
    );
  }
  if (after) {
    const isAfter = sql.raw(direction === "asc" ? ">" : "<");
    query = query.where(sql<boolean>`(${key}, applications.id) ${isAfter} (${after.key}, ${after.id})`);
  }
  return query;
}

export function asBotSummary(
  row: Parameters<typeof asApplication>[0] & { guild_count: number | null; name_key: string },
): BotSummary {
  return { ...asApplication(row), guildCount: row.guild_count ?? 0, nameKey: row.name_key };
}
