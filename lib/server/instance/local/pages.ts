import "server-only";
import { type ExpressionBuilder, type ReferenceExpression, type SelectQueryBuilder } from "kysely";
import { afterPrefix, nameKey } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";

/** The columns of the index that orders a list: the sort column, then a unique column. */
export type Order<DB, TB extends keyof DB> = readonly [
  ReferenceExpression<DB, TB>,
  ReferenceExpression<DB, TB>,
];

/**
 * Returns at most `limit` rows after `after`, in ascending order unless `descending`. Both databases find the first
 * row through an index, because the condition compares row values.
 */
export function pageOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  [first, second]: Order<DB, TB>,
  page: { limit: number; after?: readonly [string | number, string]; descending?: boolean },
): SelectQueryBuilder<DB, TB, O> {
  const { limit, after, descending } = page;
  const direction = descending ? "desc" : "asc";
  const ordered = query
    .orderBy(first as never, direction)
    .orderBy(second as never, direction)
    .limit(limit);
  if (!after) return ordered;
  return ordered.where((where: ExpressionBuilder<DB, TB>) =>
    where(
      where.refTuple(first as never, second as never),
      descending ? "<" : ">",
      where.tuple(...after) as never,
    ),
  );
}

/** The range of name keys that start with the search text. */
export function prefixRange(search: string): { from: string; to: string } {
  const from = nameKey(search.trim());
  return { from, to: afterPrefix(from) };
}

/** Returns the search text if it may be an id. */
export const typedId = (search: string): string | undefined =>
  isSnowflake(search.trim()) ? search.trim() : undefined;
