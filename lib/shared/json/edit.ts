import {
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  type JsonProblem,
  memberOf,
  nodeAt,
  type Span,
  sliceOf,
  valueOf,
} from "./tree";
import { matchLists } from "./match-lists";
import { readJson } from "./read";
import { inlineSeparator, isTall, lineIndent, render, startsLine, type Style, styleOf } from "./style";
import { isObject, type JsonValue, sameJson } from "./value";
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
  const before = separatorIn(text, group, group.members.slice(-2).map(spanOf), style);
  return { start: last.value.end, end: last.value.end, text: before + entry };
}

/** The text between two entries of a container. If it has only one, a comma and the white space before the entry. */
function separatorIn(text: string, container: Span, [first, second]: readonly Span[], style: Style): string {
  if (first && second) return text.slice(first.end, second.start);
  const gap = text.slice(container.start + 1, first?.start);
  return gap.includes("\n") ? `,${gap}` : inlineSeparator(style);
}

const spanOf = ({ keyStart, value }: JsonMember): Span => ({ start: keyStart, end: value.end });

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

/**
 * Returns the text of a list after a new value was set for the whole list. Unchanged elements keep their bytes. An
 * object with the same `id` as an old object keeps the bytes of unchanged members, and keeps members that the new value
 * does not contain. White space between elements is copied from the old list.
 * @param indent indentation of the line where the list starts; null if the file has only one line
 */
function editList(
  text: string,
  list: JsonArray,
  value: readonly JsonValue[],
  style: Style,
  indent: string | null,
): string {
  if (value.length === 0) return "[]";
  if (list.items.length === 0) return render([...value], style, indent);
  const inner = newElementIndent(text, list);
  const matches = matchLists(
    value,
    list.items.map((node) => valueOf(text, node)),
  );
  const sources = matches.map((index) => (index === undefined ? undefined : list.items[index]));
  const texts = value.map((item, index) => elementText(text, sources[index], item, style, inner));
  const typical = separatorIn(text, list, list.items.slice(0, 2), style);
  const joined = texts.reduce((whole, item, index) => {
    const before = sources[index - 1];
    return whole + (before ? (ownSeparator(text, list, before, sources[index]) ?? typical) : typical) + item;
  });
  const head = text.slice(list.start, list.items[0]!.start);
  const tail = text.slice(list.items.at(-1)!.end, list.end);
  return head + joined + tail;
}

function elementText(
  text: string,
  source: JsonNode | undefined,
  item: JsonValue,
  style: Style,
  indent: string | null,
): string {
  if (!source) return render(item, style, indent);
  if (source.type !== "object" || !isObject(item)) return sliceOf(text, source);
  return mergedObject(text, source, item, style);
}

/**
 * The indentation of new elements with several lines. Null if new elements must be on one line, because the list or its
 * first object with members is on one line.
 */
function newElementIndent(text: string, list: JsonArray): string | null {
  if (!isTall(text, list)) return null;
  const sibling = list.items.find((item) => item.type === "object" && item.members.length > 0);
  if (sibling?.type === "object" && !isTall(text, sibling)) return null;
  return lineIndent(text, list.items[0]!.start);
}

/** Returns the old object's text with the new values. New members are added at its end. */
function mergedObject(
  text: string,
  node: JsonObject,
  item: { [key: string]: JsonValue },
  style: Style,
): string {
  let result = "";
  let at = node.start;
  for (const member of node.members) {
    const wanted = Object.hasOwn(item, member.key) ? item[member.key] : undefined;
    if (wanted === undefined || sameJson(valueOf(text, member.value), wanted)) continue;
    result += text.slice(at, member.value.start) + render(wanted, style, null);
    at = member.value.end;
  }
  const added = Object.entries(item).filter(([key, value]) => value !== undefined && !memberOf(node, key));
  const last = node.members.at(-1);
  if (added.length > 0 && last) {
    result += text.slice(at, last.value.end);
    const part = separatorIn(text, node, node.members.slice(0, 1).map(spanOf), style);
    const colon = text.slice(last.keyEnd, last.value.start);
    for (const [key, value] of added)
      result += part + JSON.stringify(key) + colon + render(value, style, null);
    at = last.value.end;
  }
  return result + text.slice(at, node.end);
}

/** The old text between two elements, or null if the elements were not neighbors in the old list. */
function ownSeparator(
  text: string,
  list: JsonArray,
  before: JsonNode,
  after: JsonNode | undefined,
): string | null {
  const index = list.items.indexOf(before);
  return after && list.items[index + 1] === after ? text.slice(before.end, after.start) : null;
}
