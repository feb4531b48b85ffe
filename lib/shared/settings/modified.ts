import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "./field";
import { editionOf } from "./editions";
import { isModified } from "./is-modified";
import { getAt } from "./paths";
import type { SectionId } from "./types";

export { isModified } from "./is-modified";

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
  /** The number of problems, including warnings, of the section's settings and groups of settings. */
  problems: number;
  /** The number of errors among the problems. */
  errors: number;
}

/** The counts of every section that has modified settings or problems. */
export function sectionCounts(document: ConfigSnapshot): Partial<Record<SectionId, SectionCount>> {
  const { fields, sectionOf } = editionOf(document.naming).registry;
  const counts: Partial<Record<SectionId, SectionCount>> = {};
  const add = (path: string, what: keyof SectionCount) => {
    const section = sectionOf(path);
    if (section) (counts[section.id] ??= { modified: 0, problems: 0, errors: 0 })[what] += 1;
  };
  for (const field of fields) if (isModifiedIn(document, field)) add(field.path, "modified");
  for (const { path, severity } of document.problems) {
    if (path === undefined) continue;
    add(path, "problems");
    if (severity === "error") add(path, "errors");
  }
  return counts;
}
