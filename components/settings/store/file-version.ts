import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { allProblems, evaluateRules, type RuleViolation } from "@/lib/shared/settings/rules";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import { baseEntries, type Entries, sameEntry } from "./entry";

/** A version of the file as the form sees it. */
export interface FileVersion {
  /** What the program knows whose file this is. */
  readonly edition: Edition;
  /** The file's own problems, and those that the rules between settings find in it. */
  readonly document: ConfigSnapshot;
  readonly violations: readonly RuleViolation[];
  /** Every setting in this version. Unchanged entries are the same objects as in the version before. */
  readonly entries: Entries;
}

/** @param before the version that this one replaces */
export function fileVersion(document: ConfigSnapshot, before?: FileVersion): FileVersion {
  // The values of an unreadable file are those of an earlier version, or the defaults.
  const violations = document.file.state === "usable" ? evaluateRules(document) : [];
  const edition = editionOf(document.naming);
  const entries = baseEntries(document, edition.registry);
  // A document that comes back from here, by way of the cache, has them already.
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
