import * as z from "zod/mini";
import { describeRaw } from "./raw";
import { type JsonSchema, type Parsed, type RightType, taken, type WrongType } from "./kind";

/* Lists of texts. */

/** The rules for a list of texts. */
interface Lists {
  /** The name of one element, in the singular. */
  readonly item: string;
  readonly itemSchema: z.ZodMiniType<string>;
  readonly minItems?: number;
  /** Whether an element may be repeated, which has no effect. */
  readonly repeats?: true;
}

export function itemsSchema({ item, itemSchema, minItems = 0, repeats }: Lists) {
  return z.array(itemSchema).check(
    z.minLength(minItems, `Add at least ${minItems} ${item}.`),
    z.refine(
      (items) => repeats === true || new Set(items).size === items.length,
      `Remove the ${item} that is listed twice.`,
    ),
  );
}

/** Splits a text into items: one per line, or separated by commas, semicolons or blanks. */
export function splitItems(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== "");
}

interface ListField {
  readonly schema: () => z.ZodMiniType;
  readonly default: unknown;
  readonly itemSchema: z.ZodMiniType<string>;
  readonly repeats?: true;
}

/**
 * One element that is not text makes the whole list unusable. The default is used, and the error names the
 * element.
 */
function readItems(raw: unknown, field: ListField): RightType | WrongType {
  if (!Array.isArray(raw)) return {};
  const items: unknown[] = raw;
  const at = items.findIndex((item) => typeof item !== "string");
  if (at === -1) return { value: raw };
  const meant = items.map((item) =>
    typeof item === "number" || typeof item === "bigint" ? String(item) : item,
  );
  const isClear = field.schema().safeParse(meant).success;
  const spelled = isClear ? ` Write ${JSON.stringify(meant)}, with every item in double quotes.` : "";
  const message = `Item ${at + 1} of the list is ${describeRaw(items[at], false)}, but text is expected. The form shows the default, and the instance may refuse what the list should allow.${spelled}`;
  return {
    value: field.default,
    problem: { severity: "error", message, ...(isClear ? { correction: meant } : {}) },
  };
}

/** Shared by all kinds of lists of texts. */
export const itemsKind = {
  parse(raw: unknown): Parsed | undefined {
    if (typeof raw === "string") return taken(splitItems(raw));
    if (!Array.isArray(raw)) return undefined;
    return taken(raw.map((item: unknown) => (typeof item === "string" ? item.trim() : item)));
  },
  read: readItems,
  expects: () => "a list of texts",
  jsonSchema({ itemSchema, repeats }: ListField) {
    return { type: ["array", "null"], items: textSchema(itemSchema), ...(!repeats && { uniqueItems: true }) };
  },
  describe: (value: unknown) => (Array.isArray(value) ? describeItems(itemsOf(value)) : undefined),
};

/** The checks of an element as JSON Schema. Omits checks that JSON Schema cannot express. */
function textSchema({ _zod: { def } }: z.ZodMiniType<string>): JsonSchema {
  // Written by hand, because zod's own conversion would add 8 kB to every page with a setting, and only editors of
  // the file need it.
  const checks = (def.checks ?? []).map((check): JsonSchema => ({ ...check._zod.def }));
  const keywords = checks.map(({ check, pattern, minimum, maximum }): JsonSchema => {
    if (pattern instanceof RegExp) return { pattern: pattern.source };
    if (check === "min_length") return { minLength: minimum };
    return check === "max_length" ? { maxLength: maximum } : {};
  });
  return Object.assign({ type: "string" }, ...keywords) as JsonSchema;
}

/** The texts of a list value. An element that is not text is shown as JSON and fails the check. */
export function itemsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown) => (typeof item === "string" ? item : JSON.stringify(item)));
}

/** The non-empty entries of a list. Some programs write an empty list as one empty text. */
export function namedItems<T>(items: readonly T[]): readonly T[] {
  return items.every((item) => item === "") ? [] : items;
}

/** How many elements of a list are shown before "and 12 more". */
const mostItems = 4;

/** "6, 7, 8, 9, 2 more". */
export function describeItems(texts: readonly string[]): string {
  if (namedItems(texts).length === 0) return "empty list";
  return texts.length <= mostItems
    ? texts.join(", ")
    : `${texts.slice(0, mostItems).join(", ")}, ${texts.length - mostItems} more`;
}

export interface Added {
  items: string[];
  /** Items that were not added, each with the reason. */
  refused: { item: string; reason: string }[];
}

/** Adds items that are valid and new. Returns the refused ones with their reasons. */
export function addItems(
  items: readonly string[],
  parts: readonly string[],
  schema: z.ZodMiniType<string>,
): Added {
  const result: Added = { items: [...items], refused: [] };
  for (const part of parts) {
    const checked = schema.safeParse(part);
    if (!checked.success) {
      result.refused.push({
        item: part,
        reason: checked.error.issues[0]?.message ?? "The entry is not valid.",
      });
    } else if (result.items.includes(checked.data)) {
      result.refused.push({ item: part, reason: "The list already contains it." });
    } else {
      result.items.push(checked.data);
    }
  }
  return result;
}

/** Describes the refused items in one or two sentences. */
export function refusalText(refused: Added["refused"]): string {
  const [first] = refused;
  if (first === undefined) return "";
  const rest = refused.length - 1;
  return `“${first.item}” was not added: ${first.reason}${rest > 0 ? ` The same applies to ${rest} more.` : ""}`;
}
