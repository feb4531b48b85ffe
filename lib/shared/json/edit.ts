import { editList } from "./edit-list";
import type { JsonProblem } from "./problem";
import { readJson } from "./read";
import { inlineSeparator, isTall, lineIndent, render, startsLine, type Style, styleOf } from "./style";
import { type JsonMember, type JsonObject, memberOf, nodeAt, valueOf } from "./tree";
import { type JsonValue, sameJson } from "./value";
import { type Edit, type ReadText, verifyEdit } from "./verify-edit";

/** Replaces the part of a text from `start` to before `end`. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The parent of an edited key is not an object. Example: setting `limits.rate.enabled` in `{"limits": "abc"}`. */
export class NotAGroup extends Error {
  constructor(readonly segments: Edit["segments"]) {
    super(`${segments.join(".")} is not an object`);
  }
}

/** The edited text would exceed the maximum number of keys or values. */
export class TooMuch extends Error {
  constructor(readonly problem: JsonProblem) {
    super(problem.code);
  }
}

/**
 * Applies edits to a JSON text and changes only the bytes that must change. Setting the current value changes nothing.
 * The result is parsed and compared with the original, so that a bug in this code cannot corrupt the file.
 * @throws NotAGroup if the parent of an edited key is not an object
 * @throws TooMuch if the result has too many keys or values
 */
export function applyEdits(old: ReadText, edits: readonly Edit[]): ReadText {
  let now: ReadText = { text: old.text, root: old.root };
  for (const edit of edits) {
    const splice = spliceFor(now.text, now.root, edit);
    if (splice) now = reread(now.text.slice(0, splice.start) + splice.text + now.text.slice(splice.end));
  }
  verifyEdit(old, now, edits);
  return now;
}

function reread(text: string): ReadText {
  const { root, problems } = readJson(text);
  const [limit] = problems;
  if (limit?.code === "too-many-keys" || limit?.code === "too-many-values") throw new TooMuch(limit);
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
      const replaced = replacement(text, root, member, edit.value);
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

/** The segments as keys to create. Throws for an index, because edits cannot create list elements. */
function keysOf(segments: Edit["segments"]): string[] {
  return segments.map((segment) => {
    if (typeof segment === "number") throw new NotAGroup(segments);
    return segment;
  });
}

/** The new text of a member's value. Null if the member already has that value. */
function replacement(text: string, root: JsonObject, member: JsonMember, value: JsonValue): string | null {
  const { value: node, keyStart } = member;
  if (sameJson(valueOf(text, node), value)) return null;
  const style = styleOf(text, root);
  const indent = startsLine(text, keyStart) ? lineIndent(text, keyStart) : null;
  if (node.type === "array" && Array.isArray(value)) return editList(text, node, value, style, indent);
  return render(value, style, indent);
}

/** Returns `{a: {b: value}}` for the keys a and b. */
function nested(keys: readonly string[], value: JsonValue): JsonValue {
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
  return { start: last.value.end, end: last.value.end, text: separator(text, group, style) + entry };
}

/**
 * The text before an added member: copied from between the last two members, or the white space after the opening
 * brace.
 */
function separator(text: string, group: JsonObject, style: Style): string {
  const [before, last] = group.members.slice(-2);
  if (before && last) return text.slice(before.value.end, last.keyStart);
  const gap = text.slice(group.start + 1, group.members[0]!.keyStart);
  return gap.includes("\n") ? `,${gap}` : inlineSeparator(style);
}

function fill(text: string, root: JsonObject, group: JsonObject, value: JsonValue, style: Style): Splice {
  const parent = parentOf(root, group);
  const tall = style.indent !== null && (parent === null || isTall(text, parent));
  const indent = tall ? lineIndent(text, group.start) : null;
  return { start: group.start, end: group.end, text: render(value, style, indent) };
}

function parentOf(root: JsonObject, group: JsonObject): JsonObject | null {
  if (root === group) return null;
  const around = root.members.find(
    ({ value }) => value.start <= group.start && group.end <= value.end,
  )?.value;
  return around === group || around?.type !== "object" ? root : parentOf(around, group);
}

/** Removes a member with its comma and line. Changes nothing else. */
function removal(group: JsonObject, key: string): Splice {
  const { members } = group;
  const index = members.findIndex((member) => member.key === key);
  const [before, own, after] = [members[index - 1], members[index]!, members[index + 1]];
  if (before) return { start: before.value.end, end: own.value.end, text: "" };
  if (after) return { start: own.keyStart, end: after.keyStart, text: "" };
  return { start: group.start + 1, end: group.end - 1, text: "" };
}
