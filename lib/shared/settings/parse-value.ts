import type * as z from "zod/mini";
import { type Field, kindOf } from "@/lib/shared/settings/kinds";
import { type Parsed, refused, taken } from "@/lib/shared/settings/kinds/kind";
import { describeRaw } from "@/lib/shared/settings/kinds/raw";

const isBlank = (raw: unknown) => typeof raw === "string" && raw.trim() === "";

/**
 * The only way to convert an input to a setting's value, whether it comes from a form, the API, an import or a
 * fix. Texts are parsed as people type them: leading and trailing blanks are ignored, except in a secret, and
 * "500k" is a number.
 * @param raw a JSON value, in which whole numbers beyond 2^53 are `bigint`
 * @returns the value for the file; null unsets the setting. A refusal never repeats a secret.
 */
export function parseValue(field: Field, raw: unknown): Parsed {
  const kind = kindOf(field);
  if (raw === null) return taken(null);
  if (isBlank(raw) && field.default === null && !kind.keepsBlanks) return taken(null);
  const parsed = kind.parse(raw, field) ?? refused(notExpected(field, raw), "WRONG_TYPE");
  if (!parsed.ok) return parsed;
  const checked = field.schema().safeParse(parsed.value);
  // A schema may normalize a text. For a list, it would reorder the keys of its elements, so the parsed value is
  // used.
  if (checked.success) return taken(typeof parsed.value === "string" ? checked.data : parsed.value);
  const [issue] = checked.error.issues;
  return issue ? refusedFor(field, parsed.value, issue) : refused(notExpected(field, raw));
}

/**
 * The value of a text that is being typed, before its bounds are checked. Returns the text itself if it cannot be
 * parsed yet.
 */
export function typedValue(field: Field, text: string): unknown {
  if (isBlank(text) && field.default === null) return null;
  const parsed = kindOf(field).parse(text, field);
  return parsed?.ok ? parsed.value : text;
}

function notExpected(field: Field, raw: unknown): string {
  const found = describeRaw(raw, field.kind === "secret");
  return `This is ${found}, but ${kindOf(field).expects(field)} is expected.`;
}

/** The types of list elements, by zod's name of the type. */
const elementExpectations: Record<string, string> = { object: "an object", boolean: "true or false" };

function refusedFor(field: Field, value: unknown, issue: z.core.$ZodIssue): Parsed {
  const place = placeOf(issue.path);
  if (issue.code !== "invalid_type" || place === "") return refused(`${place}${issue.message}`);
  const found = describeRaw(valueAt(value, issue.path), field.kind === "secret");
  const expected = elementExpectations[issue.expected] ?? "text";
  return refused(`${place}This is ${found}, but ${expected} is expected.`, "WRONG_TYPE");
}

/** Where in a list a problem is: "Item 2, name: ". Empty for a problem of the whole value. */
function placeOf([index, ...keys]: readonly PropertyKey[]): string {
  return typeof index === "number" ? `${[`Item ${index + 1}`, ...keys.map(String)].join(", ")}: ` : "";
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((here, key) => (here as Record<PropertyKey, unknown> | null)?.[key], value);
}
