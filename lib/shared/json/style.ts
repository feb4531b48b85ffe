import type { JsonArray, JsonNode, JsonObject } from "./tree";
import { isObject, type JsonValue } from "./value";

/** The layout of a JSON file. Added text uses the same layout. */
export interface Style {
  readonly eol: string;
  /** One level of indentation. Null if the file has only one line. */
  readonly indent: string | null;
  readonly colon: string;
  readonly tallLists: boolean;
}

/** Instances write their file with this indentation. */
const fallbackIndent = "    ";

export function styleOf(text: string, root: JsonObject): Style {
  const eol = /\r?\n/.exec(text)?.[0] ?? "\n";
  const indent = indentOf(text, root);
  const member = firstMember(root);
  const colon = member ? text.slice(member.keyEnd, member.value.start) : ": ";
  const list = firstList(root);
  const tallLists = list ? isTall(text, list) : indent !== null;
  return { eol, indent, colon: colon.includes("\n") ? ": " : colon, tallLists };
}

/** The white space at the start of the line that contains `offset`. */
export function lineIndent(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))![0];
}

export function startsLine(text: string, offset: number): boolean {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return lineStart > 0 && text.slice(lineStart, offset).trim() === "";
}

/** Whether the first entry of a container is on a different line than the opening bracket. */
export function isTall(text: string, container: JsonObject | JsonArray): boolean {
  return text.slice(container.start, firstStart(container) ?? container.end).includes("\n");
}

/** The offset of a container's first entry; undefined if the container is empty. */
function firstStart(container: JsonObject | JsonArray): number | undefined {
  return container.type === "object" ? container.members[0]?.keyStart : container.items[0]?.start;
}

/**
 * Writes a new value.
 * @param indent indentation of the line where the value starts; null to write the value on one line
 */
export function render(value: JsonValue, style: Style, indent: string | null): string {
  const tall = style.indent !== null && indent !== null;
  if (Array.isArray(value)) {
    const inner = tall && style.tallLists ? indent + style.indent : null;
    const items = value.map((item) => render(item, style, inner));
    return wrap("[", "]", items, style, inner === null ? null : indent, "");
  }
  if (isObject(value)) {
    const inner = tall ? indent + style.indent : null;
    const members = Object.entries(value).map(
      ([key, member]) => `${JSON.stringify(key)}${style.colon}${render(member as JsonValue, style, inner)}`,
    );
    return wrap("{", "}", members, style, tall ? indent : null, style.colon.endsWith(" ") ? " " : "");
  }
  return typeof value === "bigint" ? value.toString() : JSON.stringify(value);
}

/**
 * Joins entries between brackets. If `indent` is a string, each entry gets a line; if it is null, all are on one line,
 * with `padding` inside the brackets.
 */
function wrap(
  opener: string,
  closer: string,
  entries: string[],
  style: Style,
  indent: string | null,
  padding: string,
) {
  if (entries.length === 0) return opener + closer;
  if (indent === null) return opener + padding + entries.join(inlineSeparator(style)) + padding + closer;
  const gap = style.eol + indent + (style.indent ?? "");
  return opener + gap + entries.join(`,${gap}`) + style.eol + indent + closer;
}

/**
 * The text between two entries on one line. If the file has no spaces after colons, as in `"a":1`, there is no space
 * after the comma.
 */
export const inlineSeparator = (style: Style): string => (style.colon.endsWith(" ") ? ", " : ",");

function indentOf(text: string, root: JsonObject): string | null {
  if (root.members.length === 0) return fallbackIndent;
  const found = firstTall(text, root);
  if (!found) return null;
  const outer = lineIndent(text, found.start);
  const inner = lineIndent(text, firstStart(found)!);
  return inner.startsWith(outer) ? inner.slice(outer.length) : inner;
}

function firstTall(text: string, node: JsonNode): JsonObject | JsonArray | undefined {
  if (node.type !== "object" && node.type !== "array") return undefined;
  if (firstStart(node) !== undefined && isTall(text, node)) return node;
  return firstOf(childrenOf(node), (child) => firstTall(text, child));
}

function firstMember(node: JsonNode): JsonObject["members"][number] | undefined {
  if (node.type === "object" && node.members[0]) return node.members[0];
  return firstOf(childrenOf(node), firstMember);
}

function firstList(node: JsonNode): JsonArray | undefined {
  if (node.type === "array" && node.items.length > 0) return node;
  return firstOf(childrenOf(node), firstList);
}

const childrenOf = (node: JsonNode): readonly JsonNode[] =>
  node.type === "object"
    ? node.members.map((member) => member.value)
    : node.type === "array"
      ? node.items
      : [];

function firstOf<T>(nodes: readonly JsonNode[], find: (node: JsonNode) => T | undefined): T | undefined {
  for (const node of nodes) {
    const found = find(node);
    if (found !== undefined) return found;
  }
  return undefined;
}
