import { lazily } from "../lazily";
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

export interface ReadText {
  readonly text: string;
  readonly root: JsonObject;
}

export const sliceOf = (text: string, node: Span): string => text.slice(node.start, node.end);

/** Returns the member with the key. If the key is repeated, the last one counts, as for JSON.parse. */
export function memberOf(node: JsonNode | undefined, key: string): JsonMember | undefined {
  return node?.type === "object" ? node.members.findLast((member) => member.key === key) : undefined;
}

export function countingMembers({ members }: JsonObject): readonly JsonMember[] {
  const last = new Map(members.map((member) => [member.key, member]));
  return last.size === members.length ? members : members.filter((member) => last.get(member.key) === member);
}

export interface RepeatedKey {
  readonly segments: readonly string[];
  readonly group: JsonObject;
  /** In text order. The last one counts. */
  readonly members: readonly JsonMember[];
}

export function repeatedKeys(group: JsonObject, parents: readonly string[] = []): RepeatedKey[] {
  const counting = countingMembers(group);
  const ownRepeats =
    counting === group.members
      ? []
      : counting.flatMap(({ key }): RepeatedKey[] => {
          const members = group.members.filter((member) => member.key === key);
          return members.length > 1 ? [{ segments: [...parents, key], group, members }] : [];
        });
  const below = counting.flatMap(({ key, value }) =>
    value.type === "object" ? repeatedKeys(value, [...parents, key]) : [],
  );
  return [...ownRepeats, ...below];
}

/**
 * Returns the node at a path from `root`. In `segments`, a string selects a member of an object, and a number
 * selects an element of a list.
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
      return longTextsOf(text, node)?.value ?? node.items.map((item) => valueOf(text, item));
    case "number":
      return numberOf(sliceOf(text, node));
    default:
      return JSON.parse(sliceOf(text, node)) as string | boolean | null;
  }
}

/** From this many texts on, a list is decoded only once, and texts share it with earlier texts (`sharedList`). */
const longFrom = 200;

interface LongTexts {
  value: string[];
  /** The list in the text that was read first. */
  readonly original: JsonArray;
}

const longTexts = new WeakMap<JsonArray, LongTexts>();

/** Returns a long list of texts, decoded. Undefined for all other lists. */
export function longTextsOf(text: string, list: JsonArray): LongTexts | undefined {
  const known = longTexts.get(list);
  if (known) return known;
  if (list.items.length < longFrom || list.items.some(({ type }) => type !== "string")) return undefined;
  const made = { value: JSON.parse(sliceOf(text, list)) as string[], original: list };
  longTexts.set(list, made);
  return made;
}

/** Makes an equal value the value of a long list, so that what is known of that value counts for the list, too. */
export function shareValue(text: string, list: JsonArray, value: readonly JsonValue[]): void {
  const known = longTextsOf(text, list);
  if (known) known.value = value as string[];
}

/** Returns a long list of texts that an earlier text has, too, at its place in a text. Its items are located on request. */
export function sharedList({ value, original }: LongTexts, start: number): JsonArray {
  const offset = start - original.start;
  const items = lazily(() =>
    original.items.map((item): JsonNode => ({ ...item, start: item.start + offset, end: item.end + offset })),
  );
  const list: JsonArray = {
    ...{ type: "array", start, end: original.end + offset },
    get items() {
      return items();
    },
  };
  longTexts.set(list, { value, original });
  return list;
}

export function longListsIn(text: string, node: JsonNode): { slice: string; texts: LongTexts }[] {
  if (node.type === "object") return node.members.flatMap(({ value }) => longListsIn(text, value));
  const texts = node.type === "array" ? longTextsOf(text, node) : undefined;
  return texts ? [{ slice: sliceOf(text, node), texts }] : [];
}

function numberOf(slice: string): number | bigint {
  const value = Number(slice);
  return /^-?\d+$/.test(slice) && !Number.isSafeInteger(value) ? BigInt(slice) : value;
}

export function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/** All problems that a JSON text can have. The interface chooses the wording. */
export type JsonFault =
  | "missing-value"
  | "missing-key"
  | "unquoted-key"
  | "missing-colon"
  | "missing-comma"
  | "trailing-comma"
  | "unclosed"
  | "unclosed-string"
  | "invalid-value"
  | "invalid-number"
  | "long-number"
  | "invalid-escape"
  | "control-character"
  | "comment"
  | "after-end"
  | "too-deep"
  | "too-many-keys"
  | "too-many-values"
  | "duplicate-key"
  | "forbidden-key";

/** A problem and its position. Offsets count UTF-16 units of the text. */
export interface JsonProblem extends Span {
  readonly code: JsonFault;
  /** The type of the innermost container around the problem; undefined at the root. */
  readonly container: (JsonObject | JsonArray)["type"] | undefined;
  /** The key that is duplicated, not allowed, or not followed by a colon. */
  readonly key: string | undefined;
  /** Whether the problem is that the text ends too early, as in an incompletely written file. */
  readonly atEnd: boolean;
}
