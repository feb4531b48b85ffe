import type { ConfigSnapshot, Operation } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "@/lib/shared/settings/field";
import { sameJson } from "@/lib/shared/json/value";
import { getAt } from "@/lib/shared/settings/paths";
import type { Registry } from "@/lib/shared/settings/registry";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";

/*
 * An entry is the form's state of one setting. A draft is an entry that differs from the file's entry. React Hook Form
 * treats dots in names as nesting, so a setting's name in the form is its path with underscores instead of dots.
 */

/** If `set` is false, the file does not contain the key, and `value` is the default that the instance uses. */
export interface PlainEntry {
  set: boolean;
  value: unknown;
}

/** The browser does not know the stored secret. `value` is the secret that the operator has typed, or empty. */
export interface SecretEntry {
  set: boolean;
  action: "keep" | "replace" | "clear";
  value: string;
}

export type Entry = PlainEntry | SecretEntry;
export type Entries = Record<string, Entry>;
export type ConfigForm = Record<string, Entry>;

/** An unsaved change. `origin` is the entry in the file when the operator started the change. */
export interface Draft {
  entry: Entry;
  origin: Entry;
}

export type Drafts = ReadonlyMap<string, Draft>;

export function isSecretEntry(entry: Entry): entry is SecretEntry {
  return "action" in entry;
}

/**
 * Whether saving the entry writes a value. If not, saving the entry removes the key. An unchanged secret is never
 * saved.
 */
export function isWritten(entry: Entry): boolean {
  return isSecretEntry(entry) ? entry.action === "replace" : entry.set;
}

export function nameOf(path: string): string {
  return path.replaceAll(".", "_");
}

const pathsByName = new WeakMap<Registry, ReadonlyMap<string, string>>();

export function pathOf(name: string, registry: Registry): string | undefined {
  const known = pathsByName.get(registry) ?? new Map(registry.fields.map(({ path }) => [nameOf(path), path]));
  pathsByName.set(registry, known);
  return known.get(name);
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

/** Returns `base` if the value equals the saved value. An empty value unsets a setting without a default. */
export function entryForValue(field: Field, base: Entry, value: unknown): PlainEntry {
  if (!isSecretEntry(base) && sameJson(base.value, value)) return base;
  if ((value === null || value === "") && field.default === null) return { set: false, value: null };
  return { set: true, value };
}

export function entryForOperation(field: Field, base: Entry, operation: Operation): Entry {
  if (operation.op === "unset") return unsetEntry(field, base);
  if (isSecretEntry(base)) return { ...base, action: "replace", value: String(operation.value) };
  return entryForValue(field, base, operation.value);
}

export function unsetEntry(field: Field, base: Entry): Entry {
  if (isSecretEntry(base)) return base.set ? { ...base, action: "clear", value: "" } : base;
  return { set: false, value: field.default };
}

export interface FileVersion {
  readonly edition: Edition;
  /** `problems` contains problems of single values and violations of the rules between settings. */
  readonly document: ConfigSnapshot;
  /** Unchanged entries are the same objects as in the previous version, so that their rows do not rerender. */
  readonly entries: Entries;
}

export function baseEntries(document: ConfigSnapshot, { fields }: Registry): Entries {
  const set = new Set(document.set);
  const entryOf = (field: Field): Entry =>
    field.kind === "secret"
      ? { set: document.secrets[field.path] === "set", action: "keep", value: "" }
      : { set: set.has(field.path), value: getAt(document.values, field.path) ?? field.default };
  return Object.fromEntries(fields.map((field) => [field.path, entryOf(field)]));
}

export function fileVersion(document: ConfigSnapshot, before?: FileVersion): FileVersion {
  const edition = editionOf(document.naming);
  const entries = baseEntries(document, edition.registry);
  for (const [path, entry] of Object.entries(before?.entries ?? {})) {
    if (entries[path] !== undefined && sameEntry(entries[path], entry)) entries[path] = entry;
  }
  return { edition, document, entries };
}

/** What stops working if the unsaved entry replaces or clears a stored key. */
export function breaksOf(field: Field, entry: Entry): string | undefined {
  if (field.kind !== "secret" || !isSecretEntry(entry)) return undefined;
  return entry.set && entry.action !== "keep" ? field.replacing : undefined;
}
