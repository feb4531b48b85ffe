import { type Entries, type Entry, sameEntry } from "./entry";

/** A change that is not saved yet. `origin` is what the file said when it was begun. */
export interface Draft {
  entry: Entry;
  origin: Entry;
}

export type Drafts = ReadonlyMap<string, Draft>;

export interface Rebased {
  base: Entries;
  drafts: Map<string, Draft>;
  /** Settings whose control must show the new base. */
  settled: string[];
}

/**
 * Puts drafts on a newer version of the file: what nobody is editing follows the file, what somebody is editing stays.
 *
 * @param sent entries that were just saved; their drafts are done unless they were edited again meanwhile.
 */
export function rebase(base: Entries, drafts: Drafts, next: Entries, sent: Entries = {}): Rebased {
  const result: Rebased = { base: {}, drafts: new Map(), settled: [] };
  for (const [path, newer] of Object.entries(next)) {
    const older = base[path];
    // Keeping the old object where nothing changed keeps its row from rendering again.
    const entry = older !== undefined && sameEntry(older, newer) ? older : newer;
    result.base[path] = entry;
    const draft = drafts.get(path);
    const wasSent = draft !== undefined && sent[path] !== undefined && sameEntry(sent[path], draft.entry);
    if (draft !== undefined && !wasSent && !sameEntry(draft.entry, entry)) result.drafts.set(path, draft);
    else if (draft !== undefined || entry !== older) result.settled.push(path);
  }
  return result;
}
