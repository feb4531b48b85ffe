import type { ConfigSnapshot, Operation } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "@/lib/shared/settings/field";
import { sameJson } from "@/lib/shared/json/value";
import { getAt } from "@/lib/shared/settings/paths";
import type { Registry } from "@/lib/shared/settings/registry";

/*
 * The form's entry for one setting. The form is based on the file; a draft is an entry that differs from it. React
 * Hook Form reads dots in names as nesting, so a setting's name in the form is its key path with underscores.
 */

/** `set: false` means that the key is absent. In that case, `value` is the default, which the instance uses. */
export interface PlainEntry {
  set: boolean;
  value: unknown;
}

/** The stored secret is not known here. `value` is the typed replacement, otherwise empty. */
export interface SecretEntry {
  set: boolean;
  action: "keep" | "replace" | "clear";
  value: string;
}

export type Entry = PlainEntry | SecretEntry;
/** By key path. */
export type Entries = Record<string, Entry>;
/** By form name. */
export type ConfigForm = Record<string, Entry>;

export function isSecretEntry(entry: Entry): entry is SecretEntry {
  return "action" in entry;
}

export function nameOf(path: string): string {
  return path.replaceAll(".", "_");
}

const pathsByName = new WeakMap<Registry, ReadonlyMap<string, string>>();

/** Key path of a form name; undefined if no setting has that name. */
export function pathOf(name: string, registry: Registry): string | undefined {
  const known = pathsByName.get(registry) ?? new Map(registry.fields.map(({ path }) => [nameOf(path), path]));
  pathsByName.set(registry, known);
  return known.get(name);
}

/** The entry of every setting in the file. */
export function baseEntries(document: ConfigSnapshot, { fields }: Registry): Entries {
  const set = new Set(document.set);
  const entryOf = (field: Field): Entry =>
    field.kind === "secret"
      ? { set: document.secrets[field.path] === "set", action: "keep", value: "" }
      : { set: set.has(field.path), value: getAt(document.values, field.path) ?? field.default };
  return Object.fromEntries(fields.map((field) => [field.path, entryOf(field)]));
}

export function formOf(entries: Entries): ConfigForm {
  return Object.fromEntries(Object.entries(entries).map(([path, entry]) => [nameOf(path), entry]));
}

export function sameEntry(a: Entry, b: Entry): boolean {
  if (isSecretEntry(a) || isSecretEntry(b)) {
    return (
      isSecretEntry(a) && isSecretEntry(b) && a.set === b.set && a.action === b.action && a.value === b.value
    );
  }
  return a.set === b.set && sameJson(a.value, b.value);
}

function isBlank(value: unknown): boolean {
  return value === null || value === "";
}

/**
 * The entry after an operator has changed a control's value. Returning to the file's value is not a change.
 * Emptying a setting without a default unsets it.
 */
export function entryForValue(field: Field, base: Entry, value: unknown): PlainEntry {
  if (!isSecretEntry(base) && sameJson(base.value, value)) return base;
  if (isBlank(value) && field.default === null) return { set: false, value: null };
  return { set: true, value };
}

/** The entry that results from an operation. Setting the same value again is not a change. */
export function entryForOperation(field: Field, base: Entry, operation: Operation): Entry {
  if (operation.op === "unset") return unsetEntry(field, base);
  if (isSecretEntry(base)) return { ...base, action: "replace", value: String(operation.value) };
  return entryForValue(field, base, operation.value);
}

/** The entry that removes the key from the file. */
export function unsetEntry(field: Field, base: Entry): Entry {
  if (isSecretEntry(base)) return base.set ? { ...base, action: "clear", value: "" } : base;
  return { set: false, value: field.default };
}
