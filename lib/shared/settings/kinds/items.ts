import type * as zod from "zod/mini";
import type { JsonSchema, Parsed, RightType, Schema, WrongType, Zod } from "./kind";
import { isObject } from "../../json/value";
import { isCounted, isLong } from "../long-lists";
import { formatNumber } from "./amounts";
import { hiddenCause, hiddenRefusal, trimmedText } from "./hidden-characters";
import { describeRaw, accepted, refused } from "./kind";

interface Lists {
  readonly item: string;
  readonly itemSchema: Schema<string>;
  readonly minItems?: number;
  /** Whether the list may contain an element more than once. A repeated element has no effect. */
  readonly repeats?: true;
  /** Returns the same text for elements that mean the same. By default, only equal elements do. */
  readonly formOf?: (item: string) => string;
}

export function itemsSchema(z: Zod, { item, itemSchema, minItems = 0, repeats, formOf = String }: Lists) {
  return z.array(itemSchema(z)).check(
    z.minLength(minItems, `Add at least ${minItems} ${item}.`),
    z.superRefine((items, context) => {
      const repeat = repeats ? undefined : firstRepeat(items, formOf);
      if (repeat === undefined) return;
      const [first, second] = repeat;
      const message =
        first === second
          ? `Remove the duplicate ${item}.`
          : `“${first}” and “${second}” are the same ${item}. Remove one of them.`;
      context.addIssue({ code: "custom", message });
    }),
  );
}

function firstRepeat(items: readonly string[], formOf: (item: string) => string) {
  // Most lists repeat nothing, and a set is faster than a map.
  if (new Set(items.map(formOf)).size === items.length) return undefined;
  const byForm = new Map<string, string>();
  for (const item of items) {
    const form = formOf(item);
    const earlier = byForm.get(form);
    if (earlier !== undefined) return [earlier, item] as const;
    byForm.set(form, item);
  }
  return undefined;
}

/** Returns a domain in ASCII: letter case and punycode do not make another domain. */
export function asciiDomain(domain: string): string {
  const lower = domain.toLowerCase();
  if (/^[\x20-\x7e]*$/.test(lower)) return lower;
  const url = `http://${lower}`;
  return URL.canParse(url) ? new URL(url).hostname : lower;
}

/** Splits a text into items. Line breaks, commas, semicolons and blanks separate items. */
export function splitItems(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== "");
}

interface ListField {
  readonly schema: Schema<unknown>;
  readonly default: unknown;
  readonly itemSchema: Schema<string>;
  readonly repeats?: true;
}

/** If an element is not text, returns the default of the whole list, and an error that names the element. */
function readItems(raw: unknown, field: ListField, z: Zod): RightType | WrongType {
  if (!Array.isArray(raw)) return { meant: numbered(raw) };
  const items: unknown[] = raw;
  const at = items.findIndex((item) => typeof item !== "string");
  if (at === -1) return { value: raw };
  const meant = items.map((item) =>
    typeof item === "number" || typeof item === "bigint" ? String(item) : item,
  );
  const isClear = field.schema(z).safeParse(meant).success;
  const spelled = isClear ? ` Write ${JSON.stringify(meant)}, with every item in double quotes.` : "";
  const message = `Item ${at + 1} of the list is ${describeRaw(items[at], false)}, but text is expected. The form shows the default, and the instance may not recognize the item.${spelled}`;
  return {
    value: field.default,
    problem: { severity: "error", message, ...(isClear ? { correction: meant } : {}) },
  };
}

/** Returns the elements of an object such as `{"0": "8", "1": "9"}`, as which some programs write a list. */
function numbered(raw: unknown): readonly unknown[] | undefined {
  if (!isObject(raw)) return undefined;
  const keys = Object.keys(raw);
  return keys.length > 0 && keys.every((key, index) => key === String(index))
    ? Object.values(raw)
    : undefined;
}

export const itemsKind = {
  parse(raw: unknown): Parsed | undefined {
    const given: unknown = typeof raw === "string" ? splitItems(raw) : raw;
    if (!Array.isArray(given)) return undefined;
    const items: unknown[] = given.map((item: unknown) =>
      typeof item === "string" ? trimmedText(item) : item,
    );
    for (const [index, item] of items.entries()) {
      const refusal = typeof item === "string" ? hiddenRefusal(item) : undefined;
      if (refusal !== undefined) return refused(`Item ${index + 1}: ${refusal}`);
    }
    return accepted(items.every((item, index) => item === given[index]) ? given : items);
  },
  read: readItems,
  expects: () => "a list of texts",
  jsonSchema({ itemSchema, repeats }: ListField, _: (value: string) => string, z: Zod) {
    return {
      type: ["array", "null"],
      items: textSchema(itemSchema(z)),
      ...(!repeats && { uniqueItems: true }),
    };
  },
  describe: (value: unknown) => {
    if (isCounted(value)) return `${formatNumber(value.counted)} entries`;
    if (isLong(value)) return `${formatNumber(value.length)} entries`;
    return Array.isArray(value) ? describeItems(itemsOf(value)) : undefined;
  },
};

/** Converts the checks of an element to JSON Schema. Omits checks that JSON Schema cannot express. */
function textSchema({ _zod: { def } }: zod.ZodMiniType<string>): JsonSchema {
  // zod's own conversion would add 8 kB to every page with a setting, but only text editors for the file need
  // the schema.
  const checks = (def.checks ?? []).map((check): JsonSchema => ({ ...check._zod.def }));
  const keywords = checks.map(({ check, pattern, minimum, maximum }): JsonSchema => {
    if (pattern instanceof RegExp) return { pattern: pattern.source };
    if (check === "min_length") return { minLength: minimum };
    return check === "max_length" ? { maxLength: maximum } : {};
  });
  return Object.assign({ type: "string" }, ...keywords) as JsonSchema;
}

/**
 * Returns the elements of a list as texts. An element that is not text is converted to JSON, which the checks
 * refuse.
 */
export function itemsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown) => (typeof item === "string" ? item : JSON.stringify(item)));
}

/**
 * Returns the entries of a list. A list that contains only empty texts counts as empty, because some programs
 * write an empty list as `[""]`.
 */
export function namedItems<T>(items: readonly T[]): readonly T[] {
  return items.every((item) => item === "") ? [] : items;
}

/** Maximum number of elements in a description, as in "6, 7, 8, 9, 2 more". */
const mostItems = 4;

export function describeItems(texts: readonly string[]): string {
  if (namedItems(texts).length === 0) return "empty list";
  return texts.length <= mostItems
    ? texts.join(", ")
    : `${texts.slice(0, mostItems).join(", ")}, ${texts.length - mostItems} more`;
}

export interface Added {
  items: string[];
  refused: { item: string; reason: string }[];
}

export function addItems(
  items: readonly string[],
  parts: readonly string[],
  schema: zod.ZodMiniType<string>,
  formOf: (item: string) => string = String,
): Added {
  const result: Added = { items: [...items], refused: [] };
  const forms = new Set(items.map(formOf));
  for (const part of parts) {
    const checked = schema.safeParse(part);
    if (!checked.success) {
      result.refused.push({
        item: part,
        reason: hiddenCause(part) ?? checked.error.issues[0]?.message ?? "The entry is not valid.",
      });
    } else if (forms.has(formOf(checked.data))) {
      result.refused.push({ item: part, reason: "The list already contains it." });
    } else {
      result.items.push(checked.data);
      forms.add(formOf(checked.data));
    }
  }
  return result;
}

export function refusalText(refused: Added["refused"]): string {
  const [first] = refused;
  if (first === undefined) return "";
  const rest = refused.length - 1;
  return `“${first.item}” was not added: ${first.reason}${rest > 0 ? ` The same applies to ${rest} more.` : ""}`;
}
