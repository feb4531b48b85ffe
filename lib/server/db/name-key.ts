import "server-only";

/**
 * The text by which names are ordered and found: letters that differ only in case, or in compatibility forms such as
 * full-width ones, are the same.
 */
export const nameKey = (name: string): string => name.normalize("NFKC").toLowerCase();

/** After every key that begins with `start`, by code point: the end of a range of an index. */
export const afterPrefix = (start: string): string => `${start}\u{10FFFF}`;
