import type { Operation } from "@/lib/config/document";
import type { Field } from "@/lib/config/field";
import { fieldAt, fields } from "@/lib/config/registry";
import { type Entries, type Entry, isSecretEntry } from "./entry";

const trimmedKinds: readonly Field["kind"][] = ["text", "url", "email", "snowflake", "bitfield"];

type Checked = { ok: true; value: unknown } | { ok: false; message: string };

/** What would be written for a value as it was typed: surrounding blanks do not count, except in a secret. */
export function checkValue(field: Field, typed: unknown): Checked {
  const value = typeof typed === "string" && trimmedKinds.includes(field.kind) ? typed.trim() : typed;
  const result = field.schema.safeParse(value);
  // A schema may tidy up a text; the elements of a list go out as they are, with keys that the schema does not know.
  if (result.success) return { ok: true, value: typeof value === "string" ? result.data : value };
  return { ok: false, message: result.error.issues[0]?.message ?? "This value is not valid." };
}

/** Problem of an entry that would be saved, in words; undefined when there is none. An unset key is always valid. */
export function problemOf(field: Field, entry: Entry): string | undefined {
  const isWritten = isSecretEntry(entry) ? entry.action === "replace" : entry.set;
  if (!isWritten) return undefined;
  const checked = checkValue(field, entry.value);
  return checked.ok ? undefined : checked.message;
}

function operationOf(field: Field, entry: Entry): Operation {
  const isWritten = isSecretEntry(entry) ? entry.action === "replace" : entry.set;
  if (!isWritten) return { op: "unset", path: field.path };
  const checked = checkValue(field, entry.value);
  return { op: "set", path: field.path, value: checked.ok ? checked.value : entry.value };
}

/**
 * The edit that the drafts amount to: one operation per changed setting, in the registry's order, and nothing else.
 * A kept secret never has a draft, so no placeholder can be written over it.
 */
export function operationsOf(drafts: Entries): Operation[] {
  return fields.flatMap((field) => {
    const entry = drafts[field.path];
    return entry === undefined ? [] : [operationOf(field, entry)];
  });
}

/** "4 changes", "1 change". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** Labels of settings for a sentence: "Instance name, Bio length and 3 more". */
export function labelsOf(paths: readonly string[], most = 3): string {
  const labels = paths.map((path) => fieldAt(path)?.label ?? path);
  if (labels.length <= most) return new Intl.ListFormat("en").format(labels);
  return new Intl.ListFormat("en").format([...labels.slice(0, most), `${labels.length - most} more`]);
}
