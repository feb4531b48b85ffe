import type { FileState, Operation, Problem } from "./config-snapshot";

/*
 * What the panel's API returns about the file's history, its text and its changes; created by `lib/server/config-file`,
 * shown by the pages. Nothing here ever contains a secret.
 */

/** Author of versions that the panel found in the file but did not write. */
export const outsideAuthor = "outside the panel";

/** What differs at one key between two versions, fit for the browser: it never holds a secret. */
export interface SettingChange {
  /** Neutral path of a setting; a key that the registry does not know is spelled as in the file. */
  path: string;
  known: boolean;
  /** Present for secrets; `before` and `after` are null then. */
  secret?: "set" | "replaced" | "cleared";
  /** null: unset. Numbers beyond 2^53 are decimal strings. */
  before: unknown;
  after: unknown;
}

/** A kept version of the file, fit for the browser. */
export interface Revision {
  id: number;
  etag: string;
  /** An operator's user name, `system`, or `outsideAuthor`. */
  author: string;
  note: string | null;
  /** ISO 8601. */
  at: string;
  /** Compared with the version before; null for the oldest kept version. Empty: only the layout changed. */
  changes: SettingChange[] | null;
}

/** Stands for unrecognized keys where the history is filtered by section. */
export const unrecognizedKeys = "unrecognized";

/** Which versions to list; every condition has to hold. */
export interface RevisionFilter {
  author?: string;
  /** Versions that changed something in this section: its id, or `unrecognizedKeys`. */
  section?: string;
  /** ISO 8601: saved at or after `since`, and before `until`. */
  since?: string;
  until?: string;
}

/** When and how one key changed. */
export interface SettingHistory {
  path: string;
  /** Newest first. */
  entries: (Pick<Revision, "id" | "author" | "note" | "at"> & { change: SettingChange })[];
  /** How many versions were searched, and how many are kept. */
  searched: number;
  total: number;
}

export interface RevisionPage {
  /** Newest first. */
  revisions: Revision[];
  /** How many versions are kept in all. */
  total: number;
  /** How many versions were looked through for this page; more than it has where a section is filtered. */
  searched: number;
  /** Pass as `before` for the next page; null on the last one. */
  next: number | null;
  /** Everybody who made a kept version, for the filter. */
  authors: string[];
}

export interface RevisionDetail extends Revision {
  /** The newest version's number: "version 7 of 12". */
  newest: number;
  /** The versions right before and after this one, if kept. */
  older: number | null;
  newer: number | null;
  /** The version's text with markers in place of secrets. */
  text: string;
  /** What restoring the whole version would change in the file as it is now. */
  restores: SettingChange[];
  /** Contradictions that the version has and the current file does not: restoring is possible, and brings them back. */
  contradictions: string[];
}

/** Two kept versions beside each other. */
export interface RevisionComparison {
  from: RevisionHead;
  to: RevisionHead;
  /** What differs; empty: only the layout does. */
  changes: SettingChange[];
  /** The two texts, secrets hidden: one that differs is marked as new. Empty for a version that cannot be read. */
  texts: { from: string; to: string };
}

export type RevisionHead = Pick<Revision, "id" | "etag" | "author" | "note" | "at">;

/** A value that was saved in the panel and then reverted by a rewrite outside it. */
export interface UndoneValue {
  /** Neutral path of a setting, or a key that is none, spelled as in the file (in a list: below its element's id). */
  path: string;
  known: boolean;
  /** What was saved, and what is in the file since the rewrite; both null for secrets. */
  saved: unknown;
  now: unknown;
  /** Which of the two was that a setting has no value, or that the file has no such key. */
  isRemoved: { saved: boolean; now: boolean };
  secret: boolean;
  /**
   * The instance filled a list up with entries of its own, and does so again at each start. `lasting`: a list of the same
   * meaning that is long enough to stay, which is saved instead; null: the saved list is empty, so there is none.
   */
  filledUp?: { lasting: readonly unknown[] | null };
  /** The version that saved it. */
  revision: number;
  author: string;
  /** ISO 8601: when it was saved, and when the rewrite was noticed. */
  savedAt: string;
  undoneAt: string;
}

/** The text for the raw editor: as it is in the file, with a marker in place of each secret. */
export interface RawText {
  etag: string;
  text: string;
  state: FileState;
  problems: readonly Problem[];
}

export interface ImportPreview {
  /**
   * What applying the import would do, but for what would not change the effective value; empty when nothing differs or
   * `problems` has an error.
   */
  operations: Operation[];
  /** Syntax problems of the text, with their place, and invalid values. */
  problems: Problem[];
  /** Contradictions that the import would introduce: the operations cannot be saved without resolving them. */
  contradictions: Problem[];
  /** The same as a redacted diff. */
  changes: SettingChange[];
  /** Keys of the text that are not settings; they are not imported. */
  ignored: string[];
}

/** The file has new content or a new state, whoever caused it. Never contains a value. */
export interface ConfigEvent {
  etag: string;
  state: FileState;
  /** Who wrote the version: an operator, `system`, `outside the panel`; null when it is not usable. */
  author: string | null;
  /** Paths whose values differ from the last usable version. */
  changed: string[];
  /** Paths whose saved values were reverted by this or an earlier rewrite outside the panel. */
  undone: string[];
}
