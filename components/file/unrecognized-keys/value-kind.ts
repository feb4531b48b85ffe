import { readJson } from "@/lib/shared/json/read";
import { sliceOf } from "@/lib/shared/json/tree";
import { checkJson, lineAndColumn } from "../raw/text-problems";

/** `json` edits any value as text. */
export type ValueKind = "switch" | "number" | "text" | "list" | "json";

/** Returns the control for a JSON value. The list control supports lists of strings and lists of numbers. */
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

/**
 * Returns the type of a list's items if all are strings or all are numbers, otherwise null. An empty list
 * counts as a list of strings.
 */
export function itemTypeOf(text: string): "string" | "number" | null {
  const { root } = readJson(text);
  if (root?.type !== "array") return null;
  const [first] = root.items;
  const type = first?.type ?? "string";
  if (type !== "string" && type !== "number") return null;
  return root.items.every((item) => item.type === type) ? type : null;
}

export function itemsOf(text: string): string[] {
  const { root } = readJson(text);
  if (root?.type !== "array") return [];
  return root.items.map((item) => {
    const itemText = sliceOf(text, item);
    return item.type === "string" ? (JSON.parse(itemText) as string) : itemText;
  });
}

/** Formats a list as JSON. The result has one line per item if `like` spans several lines. */
export function listText(items: readonly string[], type: "string" | "number", like: string): string {
  const itemTexts = items.map((item) => (type === "string" ? JSON.stringify(item) : item.trim()));
  if (itemTexts.length === 0) return "[]";
  const indent = /\n([ \t]+)\S/.exec(like)?.[1];
  return indent === undefined
    ? `[${itemTexts.join(", ")}]`
    : `[\n${itemTexts.map((item) => indent + item).join(",\n")}\n]`;
}

export function jsonFault(typed: string): string | undefined {
  const [first] = checkJson(typed).problems;
  if (first === undefined) return undefined;
  const { line, column } = lineAndColumn(typed, first.from);
  return `Line ${line}, column ${column}: ${first.message}`;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function numberFault(typed: string): string | undefined {
  return number.test(typed.trim()) ? undefined : "Enter a number, such as 12 or 0.5.";
}
