import "server-only";

/** Parses a row id in a URL. Returns undefined if it is invalid, because the database would reject the query. */
export function rowId(text: unknown): number | undefined {
  return typeof text === "string" && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
