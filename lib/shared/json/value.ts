/** A JSON value. Integers that a double cannot represent exactly are `bigint`. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | JsonValue[]
  | { [key: string]: JsonValue };

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  // -0 equals 0, because all readers of the file treat them as one number. A bigint equals the nearest double.
  if (isNumeric(a) && isNumeric(b)) return typeof a === typeof b ? a === b : Number(a) === Number(b);
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

/**
 * Formats a path for display: keys are separated by dots, and quoted unless they are plain words, as in
 * `x["a.b"]`.
 */
export function showPath(segments: readonly string[]): string {
  return segments.reduce(
    (shown, key) =>
      /^[\w-]+$/.test(key) ? (shown ? `${shown}.${key}` : key) : `${shown}[${JSON.stringify(key)}]`,
    "",
  );
}
