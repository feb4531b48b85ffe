import { type Field, kindOf } from "@/lib/shared/settings/kinds";
import { formatNumber } from "@/lib/shared/settings/kinds/amounts";

/** A value in the words of its kind: "5 minutes", "1 GiB", "on". Never called with a secret's value. */
export function describeValue(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === "") return "not set";
  const words = kindOf(field).describe?.(value, field);
  if (words !== undefined) return words;
  if (typeof value === "number") return formatNumber(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What the instance uses while the key is not set. */
export function describeDefault(field: Field): string {
  if (field.default === null) return lowerFirst(field.defaultNote ?? "not set");
  const value = describeValue(field, field.default);
  return field.defaultNote ? `${value} (${lowerFirst(field.defaultNote)})` : value;
}

/** What an operator must know beside the help: what to use instead, and where else the value comes from. Sentences. */
export function notesOf({ instead, environment }: Field): string[] {
  return [instead, environment].filter((note) => note !== undefined);
}

/** A note is written as a sentence; here it follows a colon. */
function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
