import "server-only";
import { type Expression, sql } from "kysely";

/**
 * The text by which names are ordered and found: letters that differ only in case, or in compatibility forms such as
 * full-width ones, are the same.
 */
export const nameKey = (name: string): string => name.normalize("NFKC").toLowerCase();

/** After every key that begins with `start`, by code point: the end of a range of an index. */
export const afterPrefix = (start: string): string => `${start}\u{10FFFF}`;

/**
 * Whether a column's text has this in it, whatever the case of ASCII letters: SQLite knows no other's. No index answers
 * it, so the rows that it is asked of have to be few.
 */
export const contains = (column: string, text: string): Expression<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) like lower(${`%${text.replace(/[\\%_]/g, "\\$&")}%`}) escape '\\'`;
