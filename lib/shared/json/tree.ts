import type { JsonValue } from "./value";

/** One member `"key": value` of an object. Offsets count UTF-16 units of the text; each `end` is exclusive. */
export interface JsonMember {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: JsonNode;
}
export interface Span {
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
/** A value's position in the text. Values are decoded only on request, so that unedited parts keep their bytes. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

export const sliceOf = (text: string, node: Span): string => text.slice(node.start, node.end);

export function memberOf(node: JsonNode | undefined, key: string): JsonMember | undefined {
  return node?.type === "object" ? node.members.find((member) => member.key === key) : undefined;
}

/**
 * The node that `segments` lead to from `root`: a string selects a member of an object, a number an element of a list.
 */
export function nodeAt(root: JsonNode, segments: readonly (string | number)[]): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const segment of segments) {
    if (typeof segment === "string") node = memberOf(node, segment)?.value;
    else node = node?.type === "array" ? node.items[segment] : undefined;
  }
  return node;
}

/**
 * Decodes a node. The text must have been read without problems. Recursion is safe, because the reader limits the
 * depth.
 */
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

/** The line and the column of an offset, both counted from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}
