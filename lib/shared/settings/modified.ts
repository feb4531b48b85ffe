import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "./field";
import { editionOf } from "./editions";
import { isModified } from "./is-modified";
import { getAt } from "./paths";
import type { SectionId } from "./types";

export { isModified } from "./is-modified";

/** `isModified` for the browser's document, which only knows whether a secret is set. */
export function isModifiedIn(document: ConfigSnapshot, field: Field): boolean {
  if (field.kind === "secret") return !field.generated && document.secrets[field.path] === "set";
  return isModified(field, getAt(document.values, field.path));
}

export interface SectionCount {
  /** Settings whose value differs from the default. */
  modified: number;
  /** Problems of the section's settings and of its groups of settings, warnings included. */
  problems: number;
  /** How many of the problems are errors. */
  errors: number;
}

/** Counts for every section whose counts are not all zero. */
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
