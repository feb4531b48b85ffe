import { type Field, kindOf } from "@/lib/shared/settings/kinds";

/** A value in words, as its kind describes it: "5 minutes", "1 GiB", "on". Never called with a secret's value. */
export function describeValue(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === "") return "not set";
  const words = kindOf(field).describe?.(value, field);
  if (words !== undefined) return words;
  // A number in place of a text, such as an id, is not an amount.
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The value that the instance uses while the key is not set. */
export function describeDefault(field: Field): string {
  return field.default === null
    ? lowerFirst(field.defaultNote ?? "not set")
    : describeValue(field, field.default);
}

/** Information beyond the help text, as sentences: the replacement, and other sources of the value. */
export function notesOf({ instead, environment }: Field): string[] {
  return [instead, environment].filter((note) => note !== undefined);
}

/** A note starts like a sentence, but here it follows a colon. */
function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
