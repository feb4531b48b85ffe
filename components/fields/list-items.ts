import type * as z from "zod/mini";

/** The texts of a list value; what is not a text is shown as JSON and fails the check. */
export function itemsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown) => (typeof item === "string" ? item : JSON.stringify(item)));
}

export interface Added {
  items: string[];
  /** What was not taken over, each with its reason. */
  refused: { item: string; reason: string }[];
}

/** Several items out of a pasted text: one per line, or separated by commas, semicolons or blanks. */
export function splitItems(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== "");
}

/** Adds what is valid and not there yet; says what was left out and why. */
export function addItems(
  items: readonly string[],
  parts: readonly string[],
  schema: z.ZodMiniType<string>,
): Added {
  const result: Added = { items: [...items], refused: [] };
  for (const part of parts) {
    const checked = schema.safeParse(part);
    if (!checked.success) {
      result.refused.push({ item: part, reason: checked.error.issues[0]?.message ?? "This is not valid." });
    } else if (result.items.includes(checked.data)) {
      result.refused.push({ item: part, reason: "It is in the list already." });
    } else {
      result.items.push(checked.data);
    }
  }
  return result;
}

/** What to tell about refused parts, in one or two sentences. */
export function refusalText(refused: Added["refused"]): string {
  const [first] = refused;
  if (first === undefined) return "";
  const rest = refused.length - 1;
  return `“${first.item}” was not added: ${first.reason}${rest > 0 ? ` So it is with ${rest} more.` : ""}`;
}
