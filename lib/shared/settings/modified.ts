import type { ConfigSnapshot } from "../contract/config-snapshot";
import { sameJson } from "../json/value";
import type { Field } from "./field";
import { editionOf } from "./editions";
import { getAt } from "./paths";

/**
 * Whether an effective value differs from the default. Instances write all defaults into the file, so a key
 * in the file does not mean that its setting is modified. A secret counts as modified if it is set, unless
 * the instance generates it.
 */
export function isModified(field: Field, value: unknown): boolean {
  if (field.generated) return false;
  if (value === null || value === undefined) return field.default !== null;
  // The instance treats an empty list like an unset key.
  if (field.default === null && Array.isArray(value)) return value.length > 0;
  return !sameJson(value, field.default);
}

/**
 * Like `isModified`, but for the document in the browser, which contains no secrets and shows only whether they are
 * set.
 */
export function isModifiedIn(document: ConfigSnapshot, field: Field): boolean {
  if (field.kind === "secret") return !field.generated && document.secrets[field.path] === "set";
  return isModified(field, getAt(document.values, field.path));
}

export interface SectionCount {
  /** The number of settings whose value differs from the default. */
  modified: number;
  problems: number;
  errors: number;
}

export function sectionCounts(document: ConfigSnapshot): Record<string, SectionCount> {
  const { fields, sectionOf } = editionOf(document.naming).registry;
  const counts: Record<string, SectionCount> = {};
  const add = (path: string, countName: keyof SectionCount) => {
    const section = sectionOf(path);
    if (section) (counts[section.id] ??= { modified: 0, problems: 0, errors: 0 })[countName] += 1;
  };
  for (const field of fields) if (isModifiedIn(document, field)) add(field.path, "modified");
  for (const { path, severity } of document.problems) {
    if (path === undefined) continue;
    add(path, "problems");
    if (severity === "error") add(path, "errors");
  }
  return counts;
}

export const settingFilters = [
  { id: "modified", label: "Modified" },
  { id: "problem", label: "Has a problem" },
  { id: "secret", label: "Secret" },
  { id: "deprecated", label: "Deprecated" },
  { id: "unused", label: "Unused" },
] as const;

export type SettingFilter = (typeof settingFilters)[number]["id"];

const tests: Record<SettingFilter, (field: Field, document: ConfigSnapshot) => boolean> = {
  modified: (field, document) => isModifiedIn(document, field),
  problem: (field, document) => document.problems.some(({ path }) => path === field.path),
  secret: (field) => field.kind === "secret",
  deprecated: (field) => field.deprecated !== undefined,
  unused: (field) => field.unused === true,
};

export function filterSettings(
  document: ConfigSnapshot,
  filters: readonly SettingFilter[],
): readonly Field[] {
  return editionOf(document.naming).registry.fields.filter((field) =>
    filters.every((filter) => tests[filter](field, document)),
  );
}
