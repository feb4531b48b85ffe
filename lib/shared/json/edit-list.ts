import { matchLists } from "./match-lists";
import { isTall, lineIndent, render, separatorIn, spanOf, type Style } from "./style";
import { type JsonArray, type JsonNode, type JsonObject, memberOf, sliceOf, valueOf } from "./tree";
import { isObject, type JsonValue, sameJson } from "./value";

/**
 * Returns the text of a list after the whole list was set to a new value. Unchanged elements keep their
 * bytes. In an object with the same `id` as an old object, only members with new values change. White space
 * between elements is copied from the old list.
 * @param indent indentation of the line of the list's key; null if the key does not start a line
 */
export function editList(
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
  const typical = separatorIn(text, list, list.items, style);
  const joined = texts.reduce((whole, item, index) => {
    return whole + (ownSeparator(text, list, matches[index - 1], matches[index]) ?? typical) + item;
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

/** Null if new elements must be on one line, because the list or its first nonempty object is on one line. */
function newElementIndent(text: string, list: JsonArray): string | null {
  if (!isTall(text, list)) return null;
  const sibling = list.items.find((item) => item.type === "object" && item.members.length > 0);
  if (sibling?.type === "object" && !isTall(text, sibling)) return null;
  return lineIndent(text, list.items[0]!.start);
}

/** New members are added at its end. */
function mergedObject(
  text: string,
  node: JsonObject,
  item: { [key: string]: JsonValue },
  style: Style,
): string {
  let result = "";
  let at = node.start;
  for (const member of node.members) {
    const value = Object.hasOwn(item, member.key) ? item[member.key] : undefined;
    if (value === undefined || sameJson(valueOf(text, member.value), value)) continue;
    result += text.slice(at, member.value.start) + render(value, style, null);
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

function ownSeparator(
  text: string,
  { items }: JsonArray,
  before: number | undefined,
  after: number | undefined,
): string | null {
  if (before === undefined || after !== before + 1) return null;
  const [left, right] = [items[before], items[after]];
  return left && right ? text.slice(left.end, right.start) : null;
}
