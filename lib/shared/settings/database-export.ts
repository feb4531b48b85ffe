import { isObject, parsedJson } from "../json/value";

/*
 * Early instances stored their configuration in a table of the server's database, with a row per value: the key is the
 * setting's path with underscores (`general_instanceName`, `regions_available_0_id`), and the value is JSON.
 */

type Row = readonly [key: string, value: unknown];

/**
 * Converts an export of that table to the text of a configuration file. Understands JSON rows, one JSON object, CSV (with
 * commas, semicolons or tabs) and SQL inserts. Returns null if the text is something else.
 */
export function fromDatabaseExport(text: string): string | null {
  const rows = jsonRows(exactJson(text)) ?? sqlRows(text) ?? csvRows(text);
  if (rows === null || rows.length === 0) return null;
  const root: Record<string, unknown> = {};
  for (const [key, value] of rows) put(root, key.split("_"), value);
  return JSON.stringify(withLists(root), null, 2);
}

const numberOrText = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;

/** Like `parsedJson`, but ids and other integers that a double would round become texts. */
function exactJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return parsedJson(text);
  const isRounded = (token: string) => /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
  return parsedJson(text.replace(numberOrText, (token) => (isRounded(token) ? `"${token}"` : token)));
}

const flatKey = /^[a-z]\w*_\w+$/i;
const isFlat = ([key]: Row): boolean => flatKey.test(key);

function jsonRows(json: unknown): Row[] | null {
  if (Array.isArray(json)) {
    const rows = json.flatMap((row: unknown): Row[] =>
      isObject(row) && typeof row["key"] === "string" ? [[row["key"], jsonIn(row["value"])]] : [],
    );
    return rows.length === json.length && rows.some(isFlat) ? rows : null;
  }
  if (!isObject(json)) return null;
  const rows = Object.entries(json).map(([key, value]): Row => [key, jsonIn(value)]);
  return rows.length > 0 && rows.every(isFlat) ? rows : null;
}

function jsonIn(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (value === "" || value === "NULL" || value === "\\N") return null;
  const parsed = exactJson(value);
  return parsed === undefined ? value : parsed;
}

const insert = /insert\s+into\s+[`"[]?(?:\w+[`"\]]?\.[`"[]?)?config[`"\]]?/i;
const tuple = /\(\s*'((?:[^'\\]|''|\\.)*)'\s*,\s*(?:'((?:[^'\\]|''|\\.)*)'|(null))\s*\)/gi;

function sqlRows(text: string): Row[] | null {
  if (!insert.test(text)) return null;
  // MySQL escapes with backslashes, the standard doubles the quote.
  const plain = (sql: string) => sql.replaceAll("''", "'").replace(/\\(["'\\])/g, "$1");
  return [...text.matchAll(tuple)].map(([, key = "", value]): Row => [
    plain(key),
    value === undefined ? null : jsonIn(plain(value)),
  ]);
}

function csvRows(text: string): Row[] | null {
  const [head = ""] = text.split(/\r?\n/, 1);
  const separator = /^"?key"?([,;\t])"?value"?/i.exec(head)?.[1];
  if (separator === undefined) return null;
  const rows = recordsOf(text, separator).slice(1);
  return rows.flatMap(([key, value]): Row[] =>
    key === undefined || key === "" ? [] : [[key, jsonIn(value)]],
  );
}

/** A quoted field may contain line breaks. */
function recordsOf(text: string, separator: string): string[][] {
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, "y");
  const records: string[][] = [[]];
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (match === null) break;
    const [, quoted, plain = "", end] = match;
    records.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== separator) records.push([]);
  }
  return records;
}

function put(root: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  const [key = "", ...rest] = keys;
  if (["__proto__", "constructor", "prototype"].includes(key)) return;
  if (rest.length === 0) {
    root[key] = value;
    return;
  }
  const next = root[key];
  const group = isObject(next) ? next : {};
  root[key] = group;
  put(group, rest, value);
}

function withLists(value: unknown): unknown {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
