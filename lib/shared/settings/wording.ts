import { type Field, kindOf } from "./kinds";

/** Describes a value in words, such as "5 minutes", "1 GiB" or "on". Never call this with a secret's value. */
export function describeValue(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === "") return "not set";
  const words = kindOf(field).describe?.(value, field);
  if (words !== undefined) return words;
  // The value of a text setting may be a number, such as an id. Show such a number without separators.
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function describeDefault(field: Field): string {
  return field.default === null
    ? lowerFirst(field.defaultNote ?? "not set")
    : describeValue(field, field.default);
}

export function notesOf({ instead, environment, since }: Field): string[] {
  const age = since === undefined ? undefined : `Since ${since}.`;
  return [instead, environment, age].filter((note) => note !== undefined);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export const isBlank = (raw: unknown): boolean => typeof raw === "string" && raw.trim() === "";

/**
 * Parses text while it is being typed, without checking its bounds. Returns the text itself if it cannot be
 * parsed yet.
 */
export function typedValue(field: Field, text: string): unknown {
  if (isBlank(text) && field.default === null) return null;
  const parsed = kindOf(field).parse(text, field);
  return parsed?.ok ? parsed.value : text;
}
