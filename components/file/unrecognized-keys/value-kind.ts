import { readJson } from "@/lib/shared/json/read";
import { sliceOf } from "@/lib/shared/json/tree";
import { checkJson, lineAndColumn } from "../raw/text-problems";

/** How a value is edited. `json`: as text, whatever it is. */
export type ValueKind = "switch" | "number" | "text" | "list" | "json";

/** The control that fits a value, given as JSON. Lists are lists of texts, or of numbers. */
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

/** What the items of a list are; null for a list that is mixed or holds something else. An empty list takes texts. */
export function itemTypeOf(text: string): "string" | "number" | null {
  const { root } = readJson(text);
  if (root?.type !== "array") return null;
  const [first] = root.items;
  const type = first?.type ?? "string";
  if (type !== "string" && type !== "number") return null;
  return root.items.every((item) => item.type === type) ? type : null;
}

/** The items as they are typed: texts without their quotes, numbers with every digit. */
export function itemsOf(text: string): string[] {
  const { root } = readJson(text);
  if (root?.type !== "array") return [];
  return root.items.map((item) => {
    const own = sliceOf(text, item);
    return item.type === "string" ? (JSON.parse(own) as string) : own;
  });
}

/** A list as JSON, over several lines if `like` is. */
export function listText(items: readonly string[], type: "string" | "number", like: string): string {
  const own = items.map((item) => (type === "string" ? JSON.stringify(item) : item.trim()));
  if (own.length === 0) return "[]";
  const indent = /\n([ \t]+)\S/.exec(like)?.[1];
  return indent === undefined
    ? `[${own.join(", ")}]`
    : `[\n${own.map((item) => indent + item).join(",\n")}\n]`;
}

/** What is wrong with a typed JSON value, and where; undefined if nothing is. */
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
