import "server-only";
import { type Expression, sql } from "kysely";

/** The text by which names are sorted and searched. Folds case and compatibility forms such as full-width letters. */
export const nameKey = (name: string): string => name.normalize("NFKC").toLowerCase();

/** The end of the index range of all keys that begin with `start`. Keys are sorted by code point. */
export const afterPrefix = (start: string): string => `${start}\u{10FFFF}`;

/**
 * Matches rows whose column contains the text. Ignores the case of ASCII letters only, because SQLite cannot fold
 * other letters. No index is used, so apply this to few rows.
 */
export const contains = (column: string, text: string): Expression<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) like lower(${`%${text.replace(/[\\%_]/g, "\\$&")}%`}) escape '\\'`;
