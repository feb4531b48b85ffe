import "server-only";
import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { contains, type Db, type Tx } from "@/lib/server/db";
import { BOT_ORDERS, type BotOrder } from "@/lib/shared/contract/bots";
import { applicationsWithNames } from "./application-rows";
import { cleanSearch, PAGE, pageOf } from "./pages";

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

/** The page starts after the bot with these values: the value of the sort column, and the id. */
type BotCursor = readonly [key: number | string, id: string];

interface BotListPage {
  search: string;
  order: BotOrder;
  after?: BotCursor;
}

/**
 * Returns a page of bots with their owners and guild counts. The database finds the page's first bot through an
 * index.
 * @param page `search` is a part of a name, or an id
 */
export function botPage(db: Db | Tx, { search, order, after }: BotListPage) {
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
    .limit(PAGE + 1);
  if (search !== "") {
    query = query.where((where) =>
      where.or([contains("applications.name", search), where("applications.id", "=", search)]),
    );
  }
  if (after) {
    const isAfter = sql.raw(direction === "asc" ? ">" : "<");
    query = query.where(sql<boolean>`(${key}, applications.id) ${isAfter} (${after[0]}, ${after[1]})`);
  }
  return query;
}

/** Maximum length in characters. Even the cursor of the longest name is shorter. */
const LONGEST_CURSOR = 10_000;
const cursorSchema = z.tuple([z.union([z.int(), z.string()]), z.string().regex(/^\d{1,20}$/)]);

/** Encodes a cursor as `[key, id]` in JSON and base64url, because names may contain any character. */
const cursorText = (cursor: BotCursor) => Buffer.from(JSON.stringify(cursor)).toString("base64url");

function cursorOf(text: string, order: BotOrder): BotCursor {
  try {
    const json = text.length > LONGEST_CURSOR ? "" : Buffer.from(text, "base64url").toString();
    const [key, id] = cursorSchema.parse(JSON.parse(json));
    // PostgreSQL rejects NUL in text.
    const isKey = order === "name" ? typeof key === "string" && !key.includes("\0") : typeof key === "number";
    if (isKey) return [key, id];
  } catch {
    // Reported below.
  }
  throw new AppError("invalid-input", "This page position is not valid. Start from the first page.");
}

function orderOf(text: string | undefined): BotOrder {
  const order = BOT_ORDERS.find((one) => one === (text ?? "newest"));
  if (order) return order;
  throw new AppError("invalid-input", `Bots are ordered by ${BOT_ORDERS.join(", ")}. Choose one of these.`);
}

type BotRow = Awaited<ReturnType<ReturnType<typeof botPage>["execute"]>>[number];

/**
 * Returns a page of bots of all owners.
 * @throws AppError `invalid-input` for an unknown order, or for a cursor that a list in this order never returned
 */
export async function listBots(
  db: Db | Tx,
  { search, order: asked, after }: { search?: string; order?: string; after?: string },
): Promise<{ shown: BotRow[]; next: string | null }> {
  const order = orderOf(asked);
  const cursor = after === undefined ? undefined : cursorOf(after, order);
  const rows = await botPage(db, { search: cleanSearch(search), order, after: cursor }).execute();
  return pageOf(rows, (last) => cursorText([order === "name" ? last.name_key : last.created_at, last.id]));
}
