import { readJson } from "@/lib/shared/json/read";
import { sliceOf } from "@/lib/shared/json/tree";
import { checkJson, lineAndColumn } from "../raw/text-problems";

/** How a value is edited. `json`: any value, as text. */
export type ValueKind = "switch" | "number" | "text" | "list" | "json";

/** The control for a value given as JSON. Lists contain texts or numbers. */
export function kindOf(text: string): ValueKind {
  const { root } = readJson(text);
  switch (root?.type) {
    case "boolean":
      return "switch";
    case "number":
      return "number";
    case "string":
      return "text";
    case "array":
      return itemTypeOf(text) === null ? "json" : "list";
    default:
      return "json";
  }
}

/** The type of a list's items; null if the list is mixed or contains other types. An empty list accepts texts. */
export function itemTypeOf(text: string): "string" | "number" | null {
  const { root } = readJson(text);
  if (root?.type !== "array") return null;
  const [first] = root.items;
  const type = first?.type ?? "string";
  if (type !== "string" && type !== "number") return null;
  return root.items.every((item) => item.type === type) ? type : null;
}

/** The items as typed: texts without their quotes, numbers with every digit. */
export function itemsOf(text: string): string[] {
  const { root } = readJson(text);
  if (root?.type !== "array") return [];
  return root.items.map((item) => {
    const own = sliceOf(text, item);
    return item.type === "string" ? (JSON.parse(own) as string) : own;
  });
}

/** A list as JSON, on several lines if `like` is. */
export function listText(items: readonly string[], type: "string" | "number", like: string): string {
  const own = items.map((item) => (type === "string" ? JSON.stringify(item) : item.trim()));
  if (own.length === 0) return "[]";
  const indent = /\n([ \t]+)\S/.exec(like)?.[1];
  return indent === undefined
    ? `[${own.join(", ")}]`
    : `[\n${own.map((item) => indent + item).join(",\n")}\n]`;
}

/** The mistake in a typed JSON value with its position; undefined if there is none. */
export function jsonFault(typed: string): string | undefined {
  const [first] = checkJson(typed).problems;
  if (first === undefined) return undefined;
  const { line, column } = lineAndColumn(typed, first.from);
  return `Line ${line}, column ${column}: ${first.message}`;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Why a typed text is not a number; undefined if it is one. */
export function numberFault(typed: string): string | undefined {
  return number.test(typed.trim()) ? undefined : "Enter a number, such as 12 or 0.5.";
}
