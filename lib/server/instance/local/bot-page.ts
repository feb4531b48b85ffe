import "server-only";
import { sql } from "kysely";
import { AppError } from "@/lib/errors";
import { contains, type Db, type Tx } from "@/lib/server/db";
import { BOT_ORDERS, type BotOrder } from "@/lib/shared/contract/bots";
import { applicationsWithNames } from "./application-rows";
import {
  cleanSearch,
  type NameCursor,
  nameCursor,
  noCursor,
  pageOf,
  rowsAfter,
  type TimeCursor,
  timeCursor,
} from "./pages";

const lowered = sql<string>`lower(applications.name)`;

/**
 * Bots with the same name or creation time are ordered by id.
 * @param page `search` is a part of a name, or an id
 */
export function botPage(
  db: Db | Tx,
  { search, order, after }: { search: string; order: BotOrder; after?: NameCursor | TimeCursor },
) {
  const bots = applicationsWithNames(db)
    .select(lowered.as("name_key"))
    .select((select) =>
      select
        .selectFrom("members")
        .whereRef("members.user_id", "=", "applications.bot_user_id")
        .select((count) => count.fn.countAll<number>().as("count"))
        .as("guild_count"),
    );
  const key = order === "name" ? lowered : sql<number>`applications.created_at`;
  const page = rowsAfter(bots, [key, "applications.id"], after, { descending: order === "newest" });
  if (search === "") return page;
  return page.where((where) =>
    where.or([contains("applications.name", search), where("applications.id", "=", search)]),
  );
}

function orderOf(text: string | undefined): BotOrder {
  const order = BOT_ORDERS.find((one) => one === (text ?? "newest"));
  if (order) return order;
  throw new AppError("invalid-input", `Bots are ordered by ${BOT_ORDERS.join(", ")}. Choose one of these.`);
}

type BotRow = Awaited<ReturnType<ReturnType<typeof botPage>["execute"]>>[number];

/**
 * Each cursor starts with the name of its sort order.
 * @throws AppError `invalid-input` for an unknown order, or for a cursor that is invalid or from another
 * order
 */
export async function listBots(
  db: Db | Tx,
  { search, order: requestedOrder, after: text }: { search?: string; order?: string; after?: string },
): Promise<{ shown: BotRow[]; next: string | null }> {
  const order = orderOf(requestedOrder);
  const start = `${order}.`;
  if (text !== undefined && !text.startsWith(start)) throw noCursor();
  const cursorOf = order === "name" ? nameCursor : timeCursor;
  const after = text === undefined ? undefined : cursorOf(text.slice(start.length));
  const rows = await botPage(db, { search: cleanSearch(search), order, after }).execute();
  return pageOf(rows, ({ id, created_at, name_key }) =>
    order === "name" ? `${start}${id}.${name_key}` : `${start}${created_at}.${id}`,
  );
}
