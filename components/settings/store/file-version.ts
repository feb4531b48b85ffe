import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import { baseEntries, type Entries, sameEntry } from "./entry";

/** A version of the file with the data that the form needs. */
export interface FileVersion {
  readonly edition: Edition;
  /** `problems` contains problems of single values and violations of the rules between settings. */
  readonly document: ConfigSnapshot;
  /** Unchanged entries are the same objects as in the previous version, so that their rows need not render. */
  readonly entries: Entries;
}

/** @param before the previous version, whose unchanged entries are reused */
export function fileVersion(document: ConfigSnapshot, before?: FileVersion): FileVersion {
  const edition = editionOf(document.naming);
  const entries = baseEntries(document, edition.registry);
  for (const [path, entry] of Object.entries(before?.entries ?? {})) {
    if (entries[path] !== undefined && sameEntry(entries[path], entry)) entries[path] = entry;
  }
  return { edition, document, entries };
}
