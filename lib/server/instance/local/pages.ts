import "server-only";
import { type ExpressionBuilder, type ReferenceExpression, type SelectQueryBuilder } from "kysely";
import { AppError } from "@/lib/errors";
import { afterPrefix, nameKey } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";

const PAGE = 50;
/** Maximum length in characters. No name is longer. */
const LONGEST_SEARCH = 100;
/**
 * Maximum length in characters. A cursor contains a name in NFKC form, which can be 18 times as long as the
 * original name.
 */
const LONGEST_CURSOR = 4_000;

export type NameCursor = readonly [nameKey: string, id: string];
export type TimeCursor = readonly [ms: number, id: string];

export const noCursor = () =>
  new AppError("invalid-input", "This page position is not valid. Start from the first page.");

/** Removes NUL, because PostgreSQL rejects it in text. */
export const cleanSearch = (text = ""): string => text.slice(0, LONGEST_SEARCH).replaceAll("\0", "").trim();

export function nameCursor(text: string): NameCursor {
  const [, id, key] =
    text.length > LONGEST_CURSOR || text.includes("\0") ? [] : (/^(\d{1,20})\.(.*)$/s.exec(text) ?? []);
  if (id === undefined || key === undefined) throw noCursor();
  return [key, id];
}

export function timeCursor(text: string): TimeCursor {
  const [, at, id] = /^(\d{1,15})\.(\d{1,20})$/.exec(text) ?? [];
  if (at === undefined || id === undefined) throw noCursor();
  return [Number(at), id];
}

/** The columns that a list is sorted by: the sort column, then a unique column. An index must cover both. */
type Order<DB, TB extends keyof DB> = readonly [ReferenceExpression<DB, TB>, ReferenceExpression<DB, TB>];

/**
 * Selects the rows of the page after the cursor `after`, plus one extra row if another page follows. The
 * condition compares row values, so that both databases find the first row through an index.
 */
export function rowsAfter<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  [first, second]: Order<DB, TB>,
  after?: NameCursor | TimeCursor,
  { descending }: { descending?: boolean } = {},
): SelectQueryBuilder<DB, TB, O> {
  const direction = descending ? "desc" : "asc";
  const ordered = query
    .orderBy(first as never, direction)
    .orderBy(second as never, direction)
    .limit(PAGE + 1);
  if (!after) return ordered;
  return ordered.where((where: ExpressionBuilder<DB, TB>) =>
    where(
      where.refTuple(first as never, second as never),
      descending ? "<" : ">",
      where.tuple(after[0], after[1]) as never,
    ),
  );
}

export function prefixRange(search: string): { from: string; to: string } {
  const from = nameKey(search);
  return { from, to: afterPrefix(from) };
}

/**
 * Returns the rows of a list that is sorted by name. If the search text is an id, the first page begins with the entry
 * that has this id.
 * @throws AppError `invalid-input` if `after` is not a valid cursor
 */
export async function rowsByName<R extends { id: string }>(
  { search, after }: { search: string; after?: string },
  byName: (after?: NameCursor) => Promise<R[]>,
  byId: (id: string) => Promise<R[]>,
): Promise<R[]> {
  if (after !== undefined) return byName(nameCursor(after));
  const byExactId = isSnowflake(search) ? await byId(search) : [];
  return [...byExactId, ...(await byName()).filter(({ id }) => id !== search)];
}

export function pageOf<T>(
  rows: readonly T[],
  cursorOf: (last: T) => string,
): { shown: T[]; next: string | null } {
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return { shown, next: last === undefined ? null : cursorOf(last) };
}

export const isoTime = (at: number): string => new Date(at).toISOString();
