import "server-only";
import { type Expression, sql } from "kysely";

/**
 * The text by which names are sorted and found. Letters that differ only in case, or in compatibility forms such
 * as full-width letters, are treated as the same.
 */
export const nameKey = (name: string): string => name.normalize("NFKC").toLowerCase();

/** A text after every key that begins with `start`, by code point: the end of a range in an index. */
export const afterPrefix = (start: string): string => `${start}\u{10FFFF}`;

/**
 * Whether a column's text contains this text. Ignores the case of ASCII letters only, because SQLite cannot ignore
 * that of other letters. It cannot use an index, so apply it only to a few rows.
 */
export const contains = (column: string, text: string): Expression<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) like lower(${`%${text.replace(/[\\%_]/g, "\\$&")}%`}) escape '\\'`;
