import { editList } from "./edit-list";
import { maxDepth, readWithRepeats } from "./read";
import { isTall, lineIndent, render, separatorIn, spanOf, startsLine, type Style, styleOf } from "./style";
import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  type JsonProblem,
  memberOf,
  nodeAt,
  type ReadText,
  type RepeatedKey,
  shareValue,
  sliceOf,
  type Span,
  valueOf,
} from "./tree";
import { isObject, type JsonValue, sameJson, showPath } from "./value";

/**
 * One change to the file. `segments` is a path in the file's spelling; a number is the index of an existing element. If
 * `value` is undefined, the key is removed. If `isExact` is not true, elements of a list keep the keys that the new value
 * lacks.
 */
export interface Edit {
  readonly segments: readonly (string | number)[];
  readonly value?: JsonValue;
  readonly isExact?: boolean;
}

type Place = Edit["segments"];

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Thrown if the parent of an edited key is not an object. Example: setting `limits.rate.enabled` in
 * `{"limits": "abc"}`.
 */
export class NotAGroup extends Error {
  constructor(readonly segments: Edit["segments"]) {
    super(`${segments.join(".")} is not an object`);
  }
}

const limits: ReadonlySet<JsonProblem["code"]> = new Set(["too-deep", "too-many-keys", "too-many-values"]);

/** Thrown if the edited text would have too many keys or values, or nest too deep. */
export class TooMuch extends Error {
  constructor(readonly problem: JsonProblem) {
    super(problem.code);
  }
}

/**
 * Applies edits to a JSON text and changes only the bytes that must change. Setting a key to its current value changes
 * nothing. The result is parsed and compared with the original, so that a bug in this code cannot corrupt the file.
 * @throws NotAGroup if the parent of an edited key is not an object
 * @throws TooMuch if the result has too many keys or values, or nests too deep
 */
export function applyEdits(old: ReadText, edits: readonly Edit[]): ReadText {
  let now: ReadText = { text: old.text, root: old.root };
  for (const edit of edits) {
    // A removed key may be repeated, so this removes it until it is gone.
    for (let splice = spliceFor(now.text, now.root, edit); splice;) {
      now = reread(now.text.slice(0, splice.start) + splice.text + now.text.slice(splice.end), now);
      splice = edit.value === undefined ? spliceFor(now.text, now.root, edit) : null;
    }
  }
  verifyEdit(old, now, edits);
  for (const { segments, value } of edits) {
    const node = nodeAt(now.root, segments);
    if (node?.type === "array" && Array.isArray(value)) shareValue(now.text, node, value);
  }
  return now;
}

function reread(text: string, earlier: ReadText): ReadText {
  const { root, problems } = readWithRepeats(text, earlier);
  const [problem] = problems;
  if (problem && limits.has(problem.code)) throw new TooMuch(problem);
  if (root?.type !== "object")
    throw new Error("The edit would have produced text that is not a JSON object.");
  return { text, root };
}

function spliceFor(text: string, root: JsonObject, edit: Edit): Splice | null {
  let group = root;
  for (const [index, key] of edit.segments.entries()) {
    if (typeof key === "number") continue;
    const rest = edit.segments.slice(index + 1);
    const member = memberOf(group, key);
    if (!member)
      return edit.value === undefined
        ? null
        : insertion(text, root, group, keysOf([key, ...rest]), edit.value);
    const { value: node } = member;
    if (rest.length === 0) {
      if (edit.value === undefined) return removal(group, key);
      const replaced = replacement(text, root, member, edit.value, edit.isExact);
      return replaced === null ? null : { start: node.start, end: node.end, text: replaced };
    }
    if (node.type === "null") {
      if (edit.value === undefined) return null;
      const value = nested(keysOf(rest), edit.value);
      return { start: node.start, end: node.end, text: replacement(text, root, member, value)! };
    }
    const [element] = rest;
    const within = typeof element === "number" ? nodeAt(node, [element]) : node;
    if (within?.type !== "object") {
      if (edit.value === undefined) return null;
      throw new NotAGroup(edit.segments.slice(0, index + 1));
    }
    group = within;
  }
  return null;
}

function keysOf(segments: Edit["segments"]): string[] {
  return segments.map((segment) => {
    if (typeof segment === "number") throw new NotAGroup(segments);
    return segment;
  });
}

function replacement(
  text: string,
  root: JsonObject,
  member: JsonMember,
  value: JsonValue,
  isExact = false,
): string | null {
  const { value: node, keyStart } = member;
  if (sameJson(valueOf(text, node), value)) return null;
  const style = styleOf(text, root);
  const indent = startsLine(text, keyStart) ? lineIndent(text, keyStart) : null;
  if (node.type === "array" && Array.isArray(value))
    return editList(text, node, value, { style, indent, isExact });
  return render(value, style, indent);
}

/** Refuses deep paths first, because writing a nested value recurses. */
function nested(keys: readonly string[], value: JsonValue): JsonValue {
  if (keys.length > maxDepth)
    throw new TooMuch({
      code: "too-deep",
      container: "object",
      key: undefined,
      atEnd: false,
      start: 0,
      end: 0,
    });
  return keys.reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), value);
}

function insertion(
  text: string,
  root: JsonObject,
  group: JsonObject,
  keys: readonly string[],
  value: JsonValue,
): Splice {
  const style = styleOf(text, root);
  const last = group.members.at(-1);
  if (!last) return fill(text, root, group, nested(keys, value), style);
  const tall = isTall(text, group);
  const indent = tall ? lineIndent(text, last.keyStart) : null;
  const colon = text.slice(last.keyEnd, last.value.start);
  const entry = JSON.stringify(keys[0]) + colon + render(nested(keys.slice(1), value), style, indent);
  const before = separatorIn(text, group, group.members.slice(-2).map(spanOf), style);
  return { start: last.value.end, end: last.value.end, text: before + entry };
}

function fill(text: string, root: JsonObject, group: JsonObject, value: JsonValue, style: Style): Splice {
  const parent = parentOf(root, group);
  const tall = parent === null || isTall(text, parent);
  const indent = tall ? lineIndent(text, group.start) : null;
  return { start: group.start, end: group.end, text: render(value, style, indent) };
}

function parentOf(root: JsonObject, group: JsonObject): JsonObject | null {
  if (root === group) return null;
  const around = root.members.find(({ value }) => group.end <= value.end)?.value;
  return around === group || around?.type !== "object" ? root : parentOf(around, group);
}

/**
 * Removes all members with a repeated key except the last, which counts. Every other byte stays the same.
 * @throws Error if the result is not a JSON object with the same values, which is a bug in this code
 */
export function withoutRepeats({ text, root }: ReadText, { group, members }: RepeatedKey): ReadText {
  const removed = new Set(members.slice(0, -1));
  const isKept = (member: JsonMember) => !removed.has(member);
  const first = group.members.findIndex(isKept);
  const later = group.members.slice(first).flatMap((member, nth) => {
    if (isKept(member)) return [];
    return [{ start: group.members[first + nth - 1]!.value.end, end: member.value.end }];
  });
  const splices = [{ start: group.members[0]!.keyStart, end: group.members[first]!.keyStart }, ...later];
  const now = reread(
    splices.reduceRight((result, { start, end }) => result.slice(0, start) + result.slice(end), text),
    { text, root },
  );
  expect(sameJson(valueOf(text, root), valueOf(now.text, now.root)), []);
  return now;
}

export const withKey = (old: ReadText, { keyStart, keyEnd }: JsonMember, key: string): ReadText =>
  reread(`${old.text.slice(0, keyStart)}${JSON.stringify(key)}${old.text.slice(keyEnd)}`, old);

/** Changes nothing else. */
function removal({ start, end, members }: JsonObject, key: string): Splice {
  const index = members.findLastIndex((member) => member.key === key);
  const [before, removedMember, after] = [members[index - 1], members[index]!, members[index + 1]];
  if (before) return { start: before.value.end, end: removedMember.value.end, text: "" };
  if (after) return { start: removedMember.keyStart, end: after.keyStart, text: "" };
  return { start: start + 1, end: end - 1, text: "" };
}

/**
 * Checks an edited text before it is written: everything outside the edits must have the same bytes in the same
 * order, and every edit must have been applied.
 * @throws Error with the path of the first difference. The cause is always a bug in the editing code, never an
 * operator's mistake
 */
export function verifyEdit(old: ReadText, now: ReadText, edits: readonly Edit[]): void {
  expect(old.text.slice(0, old.root.start) === now.text.slice(0, now.root.start), []);
  expect(old.text.slice(old.root.end) === now.text.slice(now.root.end), []);
  new Comparison(old.text, now.text).objects(old.root, now.root, edits, []);
  for (const { segments, value } of edits) {
    const node = nodeAt(now.root, segments);
    if (value === undefined) expect(node === undefined, segments);
    else expect(node !== undefined && covers(valueOf(now.text, node), value), segments);
  }
}

/**
 * Compares a part of the old text with the new text. `at` is the path of the part, and `edits` are the edits
 * in the part, with paths relative to `at`.
 */
class Comparison {
  constructor(
    private readonly old: string,
    private readonly now: string,
  ) {}

  objects(before: JsonObject, after: JsonObject, edits: readonly Edit[], at: Place): void {
    const [old, now] = [labeled(before), labeled(after)];
    const keptLabels = [...old.keys()].filter((label) => now.has(label));
    expect(sameJson([...now.keys()].slice(0, keptLabels.length), keptLabels), at);
    for (const [label, member] of old) {
      const memberEdits = below(edits, member.key);
      // Of a repeated key, an edit changes the last member. Only a removal concerns the others.
      const isLast = label.startsWith("0 ");
      const concerned = isLast
        ? memberEdits
        : memberEdits.filter((one) => one.segments.length === 0 && one.value === undefined);
      this.members(member, now.get(label), concerned, [...at, member.key]);
    }
    for (const { key, value } of [...now.values()].slice(keptLabels.length))
      expectOnlyEdits(value, below(edits, key), [...at, key]);
  }

  private members(
    before: JsonMember,
    after: JsonMember | undefined,
    edits: readonly Edit[],
    at: Place,
  ): void {
    const wholeEdit = edits.find(({ segments }) => segments.length === 0);
    if (!after) return expect(wholeEdit !== undefined, at);
    expect(this.isSame(keyOf(before), keyOf(after)), at);
    if (!wholeEdit) this.values(before.value, after.value, edits, at);
  }

  private values(before: JsonNode, after: JsonNode, edits: readonly Edit[], at: Place): void {
    if (edits.length === 0) return expect(this.isSame(before, after), at);
    if (after.type === "object") {
      if (before.type === "object") return this.objects(before, after, edits, at);
      expect(before.type === "null", at);
      return expectOnlyEdits(after, edits, at);
    }
    if (before.type === "array" && after.type === "array") {
      expect(before.items.length === after.items.length, at);
      for (const [index, item] of before.items.entries())
        this.values(item, after.items[index]!, below(edits, index), [...at, index]);
      return;
    }
    expect(this.isSame(before, after), at);
  }

  private isSame(before: Span, after: Span): boolean {
    return sliceOf(this.old, before) === sliceOf(this.now, after);
  }
}

/** Maps the members by key and position among the members with the same key, counted from the last one. */
function labeled({ members }: JsonObject): Map<string, JsonMember> {
  const counts = new Map<string, number>();
  const entries = members.toReversed().map((member) => {
    const nth = counts.get(member.key) ?? 0;
    counts.set(member.key, nth + 1);
    return [`${nth} ${member.key}`, member] as const;
  });
  return new Map(entries.reverse());
}

const keyOf = ({ keyStart, keyEnd }: JsonMember): Span => ({ start: keyStart, end: keyEnd });

function expectOnlyEdits(node: JsonNode, edits: readonly Edit[], at: Place): void {
  if (edits.some(({ segments }) => segments.length === 0)) return;
  expect(node.type === "object" && node.members.length > 0, at);
  if (node.type !== "object") return;
  for (const member of node.members)
    expectOnlyEdits(member.value, below(edits, member.key), [...at, member.key]);
}

const below = (edits: readonly Edit[], key: string | number): Edit[] =>
  edits
    .filter(({ segments }) => segments[0] === key)
    .map((edit) => ({ ...edit, segments: edit.segments.slice(1) }));

/**
 * Whether `actual` contains the wanted value. Objects may have further members, because editing a list
 * preserves them.
 */
function covers(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => covers(actual[index], item))
    );
  }
  if (!isObject(expected)) return sameJson(actual, expected);
  return isObject(actual) && Object.keys(expected).every((key) => covers(actual[key], expected[key]));
}

function expect(holds: boolean, place: Place): void {
  if (holds) return;
  const where = showPath(place.map(String)) || "the root";
  throw new Error(`The edit would have changed more than requested, at ${where}.`);
}
