import type * as zod from "zod/mini";
import { type Field, kindOf } from "@/lib/shared/settings/kinds";
import { hiddenCause } from "./kinds/hidden-characters";
import { describeRaw, type Parsed, refused, accepted } from "./kinds/kind";
import { isLong } from "./long-lists";
import { isBlank } from "./wording";
import { z } from "./zod";

/**
 * Converts an input from a form, the API, an import or a fix to a setting's value. Texts are parsed as people
 * type them: "500k" is a number. Leading and trailing blanks are ignored, except in secrets.
 * @param raw a JSON value, in which integers beyond 2^53 are `bigint`
 * @returns the value for the file, where null unsets the setting; or a refusal, which never contains a secret
 */
export function parseValue(field: Field, raw: unknown): Parsed {
  const kind = kindOf(field);
  if (raw === null) return accepted(null);
  if (isBlank(raw) && field.default === null && !kind.preservesBlanks) return accepted(null);
  const parsed = kind.parse(raw, field) ?? refused(notExpected(field, raw), "WRONG_TYPE");
  if (!parsed.ok) return parsed;
  const checked = checkValue(field, parsed.value);
  // For a list, the schema would reorder the keys of the elements, so the parsed value is used.
  if (checked.success) return accepted(typeof parsed.value === "string" ? checked.data : parsed.value);
  const [issue] = checked.error.issues;
  return issue ? refusedFor(field, parsed.value, issue) : refused(notExpected(field, raw));
}

type Checked = ReturnType<zod.ZodMiniType["safeParse"]>;

const checkedLists = new WeakMap<readonly unknown[], { readonly field: Field; readonly checked: Checked }>();

/** Checks a value with the field's schema. Remembers the result for a long list. */
export function checkValue(field: Field, value: unknown): Checked {
  const check = (): Checked => field.schema(z).safeParse(value);
  if (!isLong(value)) return check();
  const known = checkedLists.get(value);
  if (known?.field === field) return known.checked;
  const checked = check();
  if (checked.success) checked.data = value;
  checkedLists.set(value, { field, checked });
  return checked;
}

function notExpected(field: Field, raw: unknown): string {
  const description = describeRaw(raw, field.kind === "secret");
  return `This is ${description}, but ${kindOf(field).expects(field)} is expected.`;
}

/** The words for the expected type of a list element in errors, by zod's name for the type. */
const elementExpectations: Record<string, string> = { object: "an object", boolean: "true or false" };

function refusedFor(field: Field, value: unknown, issue: zod.core.$ZodIssue): Parsed {
  const place = placeOf(issue.path);
  if (issue.code !== "invalid_type" || place === "") {
    const wrong = valueAt(value, issue.path);
    const cause = typeof wrong === "string" ? hiddenCause(wrong) : undefined;
    return refused(`${place}${cause ?? issue.message}`);
  }
  const description = describeRaw(valueAt(value, issue.path), field.kind === "secret");
  const expected = elementExpectations[issue.expected] ?? "text";
  return refused(`${place}This is ${description}, but ${expected} is expected.`, "WRONG_TYPE");
}

/**
 * Describes the position of a problem in a list, such as "Item 2, name: ". Empty if the problem concerns the
 * whole value.
 */
function placeOf([index, ...keys]: readonly PropertyKey[]): string {
  return typeof index === "number" ? `${[`Item ${index + 1}`, ...keys.map(String)].join(", ")}: ` : "";
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (current, key) => (current as Record<PropertyKey, unknown> | null)?.[key],
    value,
  );
}
