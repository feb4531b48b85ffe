import { type Field, kindOf } from "@/lib/shared/settings/kinds";

/** A value in the words of its kind: "5 minutes", "1 GiB", "on". Never called with a secret's value. */
export function describeValue(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === "") return "not set";
  const words = kindOf(field).describe?.(value, field);
  if (words !== undefined) return words;
  // What should be a text, such as an id, is no amount.
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What the instance uses while the key is not set. */
export function describeDefault(field: Field): string {
  return field.default === null
    ? lowerFirst(field.defaultNote ?? "not set")
    : describeValue(field, field.default);
}

/** What an operator must know in addition to the help: the replacement, and other sources of the value. Sentences. */
export function notesOf({ instead, environment }: Field): string[] {
  return [instead, environment].filter((note) => note !== undefined);
}

/** A note is written as a sentence; here it follows a colon. */
function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
