import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "@/lib/shared/settings/field";
import { parseValue } from "@/lib/shared/settings/parse-value";
import type { Registry } from "@/lib/shared/settings/registry";
import type { Parsed } from "@/lib/shared/settings/kinds/kind";
import { type Entries, type Entry, isWritten } from "./entry";

/** Parses the value of a control. An empty control means an empty text, not an absent key. */
export function checkValue(field: Field, typed: unknown): Parsed {
  return parseValue(field, typed ?? "");
}

/** The error message for an entry with an unsaved value. Undefined if the value is valid or the key will be removed. */
export function problemOf(field: Field, entry: Entry): string | undefined {
  if (!isWritten(entry)) return undefined;
  const checked = checkValue(field, entry.value);
  return checked.ok ? undefined : checked.message;
}

function operationOf(field: Field, entry: Entry): Operation {
  if (!isWritten(entry)) return { op: "unset", path: field.path };
  const checked = checkValue(field, entry.value);
  const value = checked.ok ? checked.value : entry.value;
  return value === null ? { op: "unset", path: field.path } : { op: "set", path: field.path, value };
}

/**
 * Returns one operation per changed setting, in the registry's order. An unchanged secret is not among the drafts, so a
 * save never overwrites the stored secret with an empty value.
 */
export function operationsOf(drafts: Entries, { fields }: Registry): Operation[] {
  return fields.flatMap((field) => {
    const entry = drafts[field.path];
    return entry === undefined ? [] : [operationOf(field, entry)];
  });
}
