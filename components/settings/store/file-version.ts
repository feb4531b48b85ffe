import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { allProblems, evaluateRules, type RuleViolation } from "@/lib/shared/settings/rules";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import { baseEntries, type Entries, sameEntry } from "./entry";

/** A version of the file with the data that the form needs. */
export interface FileVersion {
  /** The edition of the file. */
  readonly edition: Edition;
  /** Includes the file's own problems, and those that rules between settings find. */
  readonly document: ConfigSnapshot;
  readonly violations: readonly RuleViolation[];
  /** Every setting's entry in this version. Unchanged entries are the same objects as in the previous version. */
  readonly entries: Entries;
}

/** @param before the version that this one replaces */
export function fileVersion(document: ConfigSnapshot, before?: FileVersion): FileVersion {
  // The values of an unreadable file come from an earlier version or are the defaults.
  const violations = document.file.state === "usable" ? evaluateRules(document) : [];
  const edition = editionOf(document.naming);
  const entries = baseEntries(document, edition.registry);
  // A document that returns from here through the cache already contains them.
  const own = document.problems.filter(({ rule }) => rule === undefined);
  for (const [path, entry] of Object.entries(before?.entries ?? {})) {
    if (entries[path] !== undefined && sameEntry(entries[path], entry)) entries[path] = entry;
  }
  return {
    edition,
    document: { ...document, problems: allProblems(own, violations) },
    violations,
    entries,
  };
}
