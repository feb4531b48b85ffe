import { matchLists } from "./match-lists";
import { isTall, lineIndent, render, separatorIn, spanOf, type Style } from "./style";
import { countingMembers, type JsonArray, type JsonObject, memberOf, valueOf } from "./tree";
import { isObject, type JsonValue, sameJson } from "./value";

/**
 * Returns the text of a list after the whole list was set to a new value. Unchanged elements keep their
 * bytes. In an object with the same `id` as an old object, only members with new values change. White space
 * between elements is copied from the old list.
 * @param options `indent`: indentation of the line of the list's key; null if the key does not start a line. `isExact`:
 *   whether such an object loses the members that the new value lacks
 */
export function editList(
  text: string,
  list: JsonArray,
  value: readonly JsonValue[],
  { style, indent, isExact }: { style: Style; indent: string | null; isExact: boolean },
): string {
  if (value.length === 0) return "[]";
  if (list.items.length === 0) return render([...value], style, indent);
  const { items } = list;
  const inner = newElementIndent(text, list);
  const matches = matchLists(value, valueOf(text, list) as JsonValue[]);
  const typical = separatorIn(text, list, items, style);
  const parts = [text.slice(list.start, items[0]!.start)];
  for (let at = 0; at < value.length; at += 1) {
    if (at > 0) parts.push(ownSeparator(text, list, matches[at - 1], matches[at]) ?? typical);
    const [item, match] = [value[at]!, matches[at]];
    const source = match === undefined ? undefined : items[match]!;
    const isShorter = isExact && source?.type === "object" && isObject(item) && lacksKey(source, item);
    if (!source || isShorter) parts.push(render(item, style, inner));
    else if (source.type === "object" && isObject(item)) parts.push(mergedObject(text, source, item, style));
    else {
      // Neighbors that stay neighbors are copied at once, because a list may have 100,000 elements.
      const first = at;
      while (matches[at + 1] === match! + at + 1 - first && items[matches[at + 1]!]!.type !== "object")
        at += 1;
      parts.push(text.slice(source.start, items[matches[at]!]!.end));
    }
  }
  parts.push(text.slice(items.at(-1)!.end, list.end));
  return parts.join("");
}

const lacksKey = ({ members }: JsonObject, item: object): boolean =>
  members.some(({ key }) => !Object.hasOwn(item, key));

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
  for (const member of countingMembers(node)) {
    const value = Object.hasOwn(item, member.key) ? item[member.key] : undefined;
    if (value === undefined || sameJson(valueOf(text, member.value), value)) continue;
    result += text.slice(at, member.value.start) + render(value, style, null);
    at = member.value.end;
  }
  const added = Object.entries(item).filter(([key]) => !memberOf(node, key));
  const last = node.members.at(-1);
  if (last) {
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
