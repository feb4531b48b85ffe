import { type Field, kindOf } from "@/lib/shared/settings/kinds";

export const isBlank = (raw: unknown): boolean => typeof raw === "string" && raw.trim() === "";

/**
 * The value of a text that is being typed, without a check of its bounds. Returns the text if it cannot be parsed yet.
 */
export function typedValue(field: Field, text: string): unknown {
  if (isBlank(text) && field.default === null) return null;
  const parsed = kindOf(field).parse(text, field);
  return parsed?.ok ? parsed.value : text;
}
