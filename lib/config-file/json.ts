import "server-only";

/** Any JSON value. Whole numbers that a double cannot hold are `bigint`. */
export type JsonValue =
  null | boolean | number | bigint | string | JsonValue[] | { [key: string]: JsonValue };

/** One `"key": value` of an object. Offsets are UTF-16 units into the text; `end`s are exclusive. */
export interface JsonMember {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: JsonNode;
}
interface Span {
  readonly start: number;
  readonly end: number;
}
export interface JsonObject extends Span {
  readonly type: "object";
  readonly members: readonly JsonMember[];
}
export interface JsonArray extends Span {
  readonly type: "array";
  readonly items: readonly JsonNode[];
}
export interface JsonScalar extends Span {
  readonly type: "string" | "number" | "boolean" | "null";
}
/** A place in the text. Values are decoded only when asked for, so that what nobody edits stays bytes. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

export const sliceOf = (text: string, node: Span): string => text.slice(node.start, node.end);

/** The member that bears `key`, or undefined when `node` is no object or has none. */
export function memberOf(node: JsonNode | undefined, key: string): JsonMember | undefined {
  return node?.type === "object" ? node.members.find((member) => member.key === key) : undefined;
}

/** The node at `segments` below `root`. */
export function nodeAt(root: JsonNode, segments: readonly string[]): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const segment of segments) node = memberOf(node, segment)?.value;
  return node;
}

/** Decodes a node. Depth is limited by the parser, so recursion is safe here. */
export function valueOf(text: string, node: JsonNode): JsonValue {
  switch (node.type) {
    case "object":
      return Object.fromEntries(node.members.map((member) => [member.key, valueOf(text, member.value)]));
    case "array":
      return node.items.map((item) => valueOf(text, item));
    case "number":
      return numberOf(sliceOf(text, node));
    default:
      return JSON.parse(sliceOf(text, node)) as string | boolean | null;
  }
}

function numberOf(slice: string): number | bigint {
  const value = Number(slice);
  return /^-?\d+$/.test(slice) && !Number.isSafeInteger(value) ? BigInt(slice) : value;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Deep equality of JSON values; objects regardless of the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  // -0 and 0 are one number to every reader of the file; a number that was too long for a double equals the nearest.
  if (isNumeric(a) && isNumeric(b)) return typeof a === typeof b ? a === b : Number(a) === Number(b);
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

/** A path for people: dotted, with keys that are not plain words quoted (`x["a.b"]`). */
export function showPath(segments: readonly string[]): string {
  return segments.reduce(
    (shown, key) =>
      /^[\w-]+$/.test(key) ? (shown ? `${shown}.${key}` : key) : `${shown}[${JSON.stringify(key)}]`,
    "",
  );
}
