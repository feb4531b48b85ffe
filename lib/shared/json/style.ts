import { type JsonArray, type JsonMember, type JsonNode, type JsonObject, sliceOf, type Span } from "./tree";
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
  let tall: JsonObject | JsonArray | undefined;
  let list: JsonArray | undefined;
  for (const container of filledContainers(root)) {
    if (!tall && isTall(text, container)) tall = container;
    if (!list && container.type === "array") list = container;
    if (tall && list) break;
  }
  const [member] = root.members;
  const colon = member ? text.slice(member.keyEnd, member.value.start) : ": ";
  const indent = member ? indentIn(text, tall) : fallbackIndent;
  const tallLists = !list || isTall(text, list);
  return { eol, indent, colon: colon.includes("\n") ? ": " : colon, tallLists };
}

function* filledContainers(node: JsonNode): Generator<JsonObject | JsonArray> {
  if (node.type !== "object" && node.type !== "array") return;
  const inside = node.type === "object" ? node.members.map(({ value }) => value) : node.items;
  if (inside.length > 0) yield node;
  for (const child of inside) yield* filledContainers(child);
}

function indentIn(text: string, container: JsonObject | JsonArray | undefined): string | null {
  if (!container) return null;
  const outer = lineIndent(text, container.start);
  const inner = lineIndent(text, firstStart(container)!);
  return inner.startsWith(outer) ? inner.slice(outer.length) : inner;
}

export function lineIndent(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset) + 1;
  return /[ \t]*/.exec(text.slice(lineStart, offset))![0];
}

export function startsLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf("\n", offset) + 1, offset).trim() === "";
}

export function isTall(text: string, container: JsonObject | JsonArray): boolean {
  return text.slice(container.start, firstStart(container) ?? container.end).includes("\n");
}

function firstStart(container: JsonObject | JsonArray): number | undefined {
  return container.type === "object" ? container.members[0]?.keyStart : container.items[0]?.start;
}

/** @param indent indentation of the line where the value starts; null to write the value on one line */
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
  // A number such as 1e400 is valid JSON that no double can hold. JSON.stringify would turn it into null.
  if (value === Infinity) return "1e999";
  if (value === -Infinity) return "-1e999";
  return typeof value === "bigint" ? value.toString() : JSON.stringify(value);
}

/** Writes a text on several lines. Keys, numbers and texts are copied. */
export function laidOut(text: string, node: JsonNode, indent = ""): string {
  if (node.type !== "object" && node.type !== "array") return sliceOf(text, node);
  const inner = `${indent}  `;
  const [open, close, entries] =
    node.type === "array"
      ? ["[", "]", node.items.map((item) => laidOut(text, item, inner))]
      : ["{", "}", node.members.map((one) => `${keyIn(text, one)}: ${laidOut(text, one.value, inner)}`)];
  if (entries.length === 0) return open + close;
  return `${open}\n${inner}${entries.join(`,\n${inner}`)}\n${indent}${close}`;
}

const keyIn = (text: string, { keyStart, keyEnd }: JsonMember): string => text.slice(keyStart, keyEnd);

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

/** If the file has no space after colons, as in `"a":1`, the comma is not followed by a space either. */
const inlineSeparator = (style: Style): string => (style.colon.endsWith(" ") ? ", " : ",");

/** If the container has only one entry, returns a comma and the white space before that entry. */
export function separatorIn(
  text: string,
  container: Span,
  [first, second]: readonly Span[],
  style: Style,
): string {
  if (first && second) return text.slice(first.end, second.start);
  const gap = text.slice(container.start + 1, first?.start);
  return gap.includes("\n") ? `,${gap}` : inlineSeparator(style);
}

export const spanOf = ({ keyStart, value }: JsonMember): Span => ({ start: keyStart, end: value.end });
