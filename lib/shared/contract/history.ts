import { authorKinds } from "@/lib/shared/author";
import * as z from "zod/mini";
import { configSnapshot, fileState, secretChanges } from "./config-snapshot";
import { proof } from "./operators";
import { route } from "./route";

/*
 * What the panel's API returns about the file's history and its changes. `lib/server/config-file` creates these
 * objects, and the pages show them. They never contain secrets.
 */

/** The change of one key between two versions, as sent to the browser: it never contains a secret. */
export const settingChange = z.object({
  /** Neutral path of a setting. A key that the registry does not know is spelled as in the file. */
  path: z.string(),
  known: z.boolean(),
  /** Present for secrets; `before` and `after` are null for them. */
  secret: z.optional(z.enum(["set", "replaced", "cleared"])),
  /** null: unset. Numbers beyond 2^53 are decimal strings. */
  before: z.unknown(),
  after: z.unknown(),
});
export type SettingChange = z.infer<typeof settingChange>;

/** A stored version of the file, as sent to the browser. */
const revision = z.object({
  id: z.number(),
  etag: z.string(),
  author: z.string(),
  authorKind: z.enum(authorKinds),
  note: z.nullable(z.string()),
  /** ISO 8601. */
  at: z.string(),
  /** Changes since the previous version; null for the oldest stored version. Empty: only the layout changed. */
  changes: z.nullable(z.array(settingChange)),
  /** How many changed keys are not listed. */
  more: z.optional(z.number()),
});
export type Revision = z.infer<typeof revision>;

/** When and how one key changed. */
const settingHistory = z.object({
  path: z.string(),
  /** Newest first. */
  entries: z.array(
    z.extend(z.pick(revision, { id: true, author: true, authorKind: true, note: true, at: true }), {
      change: settingChange,
    }),
  ),
  /** How many versions were searched, and how many are stored. */
  searched: z.number(),
  total: z.number(),
});
export type SettingHistory = z.infer<typeof settingHistory>;

const revisionPage = z.object({
  /** Newest first. */
  revisions: z.array(revision),
  /** Total number of stored versions. */
  total: z.number(),
  /** How many versions were read to fill this page. With a section filter, it is more than the page contains. */
  searched: z.number(),
  /** Pass as `before` for the next page; null on the last page. */
  next: z.nullable(z.number()),
  /** Authors of stored versions, for the filter. */
  authors: z.array(z.string()),
});
export type RevisionPage = z.infer<typeof revisionPage>;

const revisionDetail = z.extend(revision, {
  /** The newest version's number: "version 7 of 12". */
  newest: z.number(),
  /** The versions right before and after this one, if they are stored. */
  older: z.nullable(z.number()),
  newer: z.nullable(z.number()),
  /** The version's text with markers in place of secrets. */
  text: z.string(),
  /** The changes that restoring the whole version would make to the current file. */
  restores: z.array(settingChange),
  /** How many keys are not listed in `restores`. */
  moreRestores: z.optional(z.number()),
  /**
   * Contradictions that the version has and the current file does not. Restoring is possible and reintroduces
   * them.
   */
  contradictions: z.array(z.string()),
});
export type RevisionDetail = z.infer<typeof revisionDetail>;

const revisionHead = z.omit(revision, { changes: true, more: true });
export type RevisionHead = z.infer<typeof revisionHead>;

/** How undoing one change of a version would affect the current file. */
const undoLine = z.object({
  /** As in `SettingChange`. */
  path: z.string(),
  known: z.boolean(),
  /** Present for secrets: how undoing changes the secret. The values are null in this case. */
  secret: settingChange.shape.secret,
  /**
   * The value before the version, which undoing restores; the value that the version set; and the current value in
   * the file.
   */
  before: z.unknown(),
  after: z.unknown(),
  now: z.unknown(),
  /**
   * `same`: the file still has the value that the version set. `changed`: the file has a different value now.
   * `undone`: the file has the value from before the version. `refused`: the earlier value cannot be restored.
   */
  state: z.enum(["same", "changed", "undone", "refused"]),
  /** Why undoing is refused, and what to do. */
  reason: z.optional(z.string()),
  /** The newest version that has changed the value since then, if it is among the newest 200. */
  since: z.optional(revisionHead),
});
export type UndoLine = z.infer<typeof undoLine>;

const revisionUndo = z.extend(revisionHead, {
  /** The version of the file that this describes. Send it in If-Match. */
  base: z.string(),
  lines: z.array(undoLine),
  /** How many changes are not listed. */
  more: z.optional(z.number()),
});
export type RevisionUndo = z.infer<typeof revisionUndo>;

/** Two stored versions side by side. */
const revisionComparison = z.object({
  from: revisionHead,
  to: revisionHead,
  /** The differences. Empty: the versions differ only in layout. */
  changes: z.array(settingChange),
  /** How many differing keys are not listed. */
  more: z.optional(z.number()),
  /**
   * The two texts, secrets hidden: a secret that differs is marked as new. A text is empty if its version cannot
   * be read. Null if the texts are too long to show.
   */
  texts: z.nullable(z.object({ from: z.string(), to: z.string() })),
});
export type RevisionComparison = z.infer<typeof revisionComparison>;

/** A value that was saved in the panel and reverted by a later rewrite outside the panel. */
const undoneValue = z.object({
  /**
   * Neutral path of a setting. An unrecognized key is spelled as in the file; inside a list, its path starts below
   * the element's id.
   */
  path: z.string(),
  known: z.boolean(),
  /** The saved value, and the value in the file since the rewrite. Both are null for secrets. */
  saved: z.unknown(),
  now: z.unknown(),
  /** Whether each of the two is a removal: the setting has no value, or the file does not have the key. */
  isRemoved: z.object({ saved: z.boolean(), now: z.boolean() }),
  secret: z.boolean(),
  /**
   * The instance extended the list with its own entries, and does so again at each start. `lasting` is a list to
   * save instead: it repeats the last entry until the instance has nothing to extend. Null if the saved list is
   * empty, because there is no entry to repeat.
   */
  filledUp: z.optional(z.object({ lasting: z.nullable(z.readonly(z.array(z.unknown()))) })),
  /** The version that saved it. */
  revision: z.number(),
  author: z.string(),
  authorKind: z.enum(authorKinds),
  /** ISO 8601: when the value was saved, and when the rewrite was noticed. */
  savedAt: z.string(),
  undoneAt: z.string(),
});
export type UndoneValue = z.infer<typeof undoneValue>;

/** The file has new content or a new state from any source. Never contains a value. */
const configEvent = z.object({
  etag: z.string(),
  state: fileState,
  /** Who wrote the version; null if the file is not usable. */
  author: z.nullable(z.string()),
  authorKind: z.nullable(z.enum(authorKinds)),
  /** Paths whose values differ from the last usable version. */
  changed: z.array(z.string()),
  /** Paths whose saved values were reverted by this rewrite or an earlier one outside the panel. */
  undone: z.array(z.string()),
});
export type ConfigEvent = z.infer<typeof configEvent>;

/** Why a change was made; stored with the version of the file. PostgreSQL cannot store NUL in text. */
export const note = z.optional(
  z.string().check(
    z.maxLength(500, "Use at most 500 characters."),
    z.refine((text) => !text.includes("\0"), "Remove the NUL character, which cannot be stored."),
    z.trim(),
  ),
);

const moment = z.iso.datetime({
  offset: true,
  error: "Send a time in ISO 8601, such as 2026-11-21T00:00:00Z.",
});
/** Which versions to list. Versions must match every condition. */
export const revisionFilter = z.object({
  // PostgreSQL cannot store NUL in text.
  author: z.optional(z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\0]*$/))),
  /** Only versions that changed something in this section: its id, or `unrecognizedKeys`. */
  section: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** ISO 8601: saved at or after `since`, and before `until`. */
  since: z.optional(moment),
  until: z.optional(moment),
});

export type RevisionFilter = z.infer<typeof revisionFilter>;

const rowNumber = z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1));
const numbered = z.object({ id: z.coerce.number<string>().check(z.int()) });
const settingPaths = (longest: number, none: string) =>
  z
    .array(z.string().check(z.minLength(1), z.maxLength(longest)))
    .check(z.minLength(1, none), z.maxLength(1000));

export const historyRoutes = {
  listRevisions: route("GET", "/config/revisions", {
    summary: "Lists the stored versions, newest first, with the redacted changes of each.",
    role: "viewer",
    query: z.object({
      ...revisionFilter.shape,
      limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100))),
      before: z.optional(rowNumber),
    }),
    answer: revisionPage,
  }),
  compareRevisions: route("GET", "/config/revisions/compare", {
    summary: "Compares two stored versions: the changes, redacted, and both texts with their secrets hidden.",
    role: "viewer",
    query: z.object({ from: rowNumber, to: rowNumber }),
    answer: revisionComparison,
  }),
  getRevision: route("GET", "/config/revisions/:id", {
    summary:
      "Returns one stored version: its changes, what restoring it would change, and its text without secrets.",
    role: "viewer",
    params: numbered,
    answer: revisionDetail,
  }),
  restoreRevision: route("POST", "/config/revisions/:id/restore", {
    summary: "Restores a stored version, or some of its settings.",
    role: "editor",
    audit: "config.restore",
    ifMatch: true,
    etag: true,
    params: numbered,
    proof: { refusal: "Nothing was restored", when: secretChanges },
    body: z.object({
      ...proof,
      /** Restores only these settings; if absent, the whole version. */
      paths: z.optional(
        settingPaths(200, "Name at least one setting, or omit paths to restore all settings."),
      ),
      note,
    }),
    answer: configSnapshot,
  }),
  previewUndo: route("GET", "/config/revisions/:id/undo", {
    summary: "Returns how undoing a version's changes, or the one at `path`, would change the current file.",
    role: "viewer",
    params: numbered,
    query: z.object({ path: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))) }),
    answer: revisionUndo,
  }),
  undoChange: route("POST", "/config/revisions/:id/undo", {
    summary: "Undoes a version's changes, or those at `paths`. All other later changes remain.",
    role: "editor",
    audit: "config.undo-change",
    ifMatch: true,
    etag: true,
    params: numbered,
    proof: { refusal: "Nothing was undone", when: secretChanges },
    body: z.object({
      ...proof,
      /** Undoes only these changes; if absent, all changes of the version. */
      paths: z.optional(settingPaths(2000, "Name at least one change, or leave out paths to undo all.")),
      note,
    }),
    answer: configSnapshot,
  }),
  settingHistory: route("GET", "/config/history", {
    summary: "Lists which of the newest 200 versions changed one key, newest first.",
    role: "viewer",
    query: z.object({
      path: z.string("Send the path of a setting.").check(z.minLength(1), z.maxLength(2000)),
      limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
    }),
    answer: settingHistory,
  }),
  listUndone: route("GET", "/config/undone", {
    summary: "Lists values that were saved in the panel and then undone by another program.",
    role: "viewer",
    answer: z.array(undoneValue),
  }),
  restoreUndone: route("POST", "/config/undone", {
    summary: "Saves all undone values again, or the values at `paths`.",
    role: "editor",
    audit: "config.reapply",
    ifMatch: true,
    etag: true,
    proof: { refusal: "Nothing was saved", when: secretChanges },
    body: z.object({ ...proof, paths: z.optional(settingPaths(2000, "Name at least one setting.")) }),
    answer: configSnapshot,
  }),
  dismissUndone: route("DELETE", "/config/undone", {
    summary: "Dismisses undone values, so that the panel no longer reports them.",
    role: "editor",
    audit: "config.dismiss-undone",
    answer: z.object({ dismissed: z.array(z.string()) }),
  }),
};
