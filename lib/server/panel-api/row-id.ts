import "server-only";

/** The row id in a URL; undefined if invalid, because a database would reject the query. */
export function rowId(text: unknown): number | undefined {
  return typeof text === "string" && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
