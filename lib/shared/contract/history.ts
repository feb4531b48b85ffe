import { authorKinds } from "../author";
import * as z from "zod/mini";
import { configSnapshot, fileState, secretChanges } from "./config-snapshot";
import { moment, numbered, searchedText } from "./fields";
import { route } from "./route";

/*
 * The versions of the configuration file and their changes, as the panel API returns them.
 * `lib/server/config-file` creates these objects. They never contain secrets. This module also defines the
 * routes, because they share these schemas.
 */

/**
 * The change to a list of 200 entries or more, with the first entries of each kind. `before` and `after` then contain
 * only the lists' lengths.
 */
const listSummary = z.object({
  added: z.readonly(z.array(z.string())),
  removed: z.readonly(z.array(z.string())),
  details: z.optional(z.readonly(z.array(z.string()))),
  counts: z.object({ added: z.number(), removed: z.number(), moved: z.number() }),
});

/** The change to one key between two versions. Never contains a secret. */
export const settingChange = z.object({
  /** A setting's path, which is the same in all editions, or an unrecognized key's path as the file spells it. */
  path: z.string(),
  known: z.boolean(),
  /** Set if the value is a secret. `before` and `after` are then null. */
  secret: z.optional(z.enum(["set", "replaced", "cleared"])),
  /** Integers beyond 2^53 are decimal strings. */
  before: z.unknown(),
  after: z.unknown(),
  list: z.optional(listSummary),
});
export type SettingChange = z.infer<typeof settingChange>;

const revision = z.object({
  id: z.number(),
  etag: z.string(),
  author: z.string(),
  authorKind: z.enum(authorKinds),
  note: z.nullable(z.string()),
  at: z.string(),
  /** Changes since the previous version. Null for the oldest stored version. Empty if only the layout changed. */
  changes: z.nullable(z.array(settingChange)),
  more: z.optional(z.number()),
});
export type Revision = z.infer<typeof revision>;

const settingHistory = z.object({
  path: z.string(),
  /** The newest change comes first. */
  entries: z.array(
    z.extend(z.pick(revision, { id: true, author: true, authorKind: true, note: true, at: true }), {
      change: settingChange,
    }),
  ),
  /** `searched` is the number of versions that were searched, and `total` the number of stored versions. */
  searched: z.number(),
  total: z.number(),
});
export type SettingHistory = z.infer<typeof settingHistory>;

const revisionPage = z.object({
  /** The newest version comes first. */
  revisions: z.array(revision),
  total: z.number(),
  /** Number of versions that were read for this page. With a section filter, more are read than the page contains. */
  searched: z.number(),
  next: z.nullable(z.number()),
  authors: z.array(z.string()),
});
export type RevisionPage = z.infer<typeof revisionPage>;

const revisionDetail = z.extend(revision, {
  newest: z.number(),
  /** Numbers of the previous and the next version. */
  older: z.nullable(z.number()),
  newer: z.nullable(z.number()),
  /** The version's text. Markers replace the secrets. */
  text: z.string(),
  /** What a restore changes in the file. If the file is unusable, in its last readable version. */
  restores: z.array(settingChange),
  moreRestores: z.optional(z.number()),
  /** Contradictions between the version's settings, except those that the current file also has. */
  contradictions: z.array(z.string()),
});
export type RevisionDetail = z.infer<typeof revisionDetail>;

const revisionHead = z.omit(revision, { changes: true, more: true });
export type RevisionHead = z.infer<typeof revisionHead>;

const undoLine = z.object({
  path: z.string(),
  known: z.boolean(),
  /** How the undo changes the secret. Set only if the value is a secret. `before`, `after` and `now` are then null. */
  secret: settingChange.shape.secret,
  /**
   * `before` is the value in the previous version, which the undo restores. `after` is the value that the version set.
   * `now` is the value in the current file.
   */
  before: z.unknown(),
  after: z.unknown(),
  now: z.unknown(),
  /**
   * Compares the current value `now` with the other values.
   * - `same`: `now` equals `after`.
   * - `changed`: `now` equals neither value.
   * - `undone`: `now` equals `before`.
   * - `refused`: `before` cannot be restored.
   */
  state: z.enum(["same", "changed", "undone", "refused"]),
  reason: z.optional(z.string()),
  /**
   * The newest version that has changed the value since the version to undo. Absent if it is not among the
   * newest 200 versions.
   */
  since: z.optional(revisionHead),
});
export type UndoLine = z.infer<typeof undoLine>;

const revisionUndo = z.extend(revisionHead, {
  /** The version of the current file. The undo must send it in If-Match. */
  base: z.string(),
  lines: z.array(undoLine),
  more: z.optional(z.number()),
});
export type RevisionUndo = z.infer<typeof revisionUndo>;

const revisionComparison = z.object({
  from: revisionHead,
  to: revisionHead,
  /** Empty if the versions differ only in layout. */
  changes: z.array(settingChange),
  more: z.optional(z.number()),
  /**
   * Both texts without secrets. If a secret differs, it is marked as new. A text is empty if its version
   * cannot be read. Null if the texts are too long.
   */
  texts: z.nullable(z.object({ from: z.string(), to: z.string() })),
});
export type RevisionComparison = z.infer<typeof revisionComparison>;

const undoneValue = z.object({
  /**
   * A setting's path, which is the same in all editions, or an unrecognized key's path as the file spells it. For a
   * key in a list's element, the path contains the id of the element.
   */
  path: z.string(),
  known: z.boolean(),
  /** The saved value, and the value that the file has now. Both are null for a secret. */
  saved: z.unknown(),
  now: z.unknown(),
  /** Whether null means that the key is missing. `saved`: the save removed the key. `now`: the file has no such key. */
  isRemoved: z.object({ saved: z.boolean(), now: z.boolean() }),
  secret: z.boolean(),
  /**
   * Set if the instance extended the saved list. At each start, the instance adds default entries to a list
   * that is shorter than its default list. `lasting` is a list to save instead: the saved list, with its last
   * entry repeated until the list is as long as the default list. `lasting` is null if the saved list is
   * empty.
   */
  filledUp: z.optional(z.object({ lasting: z.nullable(z.readonly(z.array(z.unknown()))) })),
  revision: z.number(),
  author: z.string(),
  authorKind: z.enum(authorKinds),
  savedAt: z.string(),
  /** When the panel noticed that another program had reverted the value, in ISO 8601. */
  undoneAt: z.string(),
});
export type UndoneValue = z.infer<typeof undoneValue>;

/** Sent when the content or the state of the file has changed. Contains no values. */
const configEvent = z.object({
  etag: z.string(),
  state: fileState,
  /** Author of the current version. Null if the file is not usable. */
  author: z.nullable(z.string()),
  authorKind: z.nullable(z.enum(authorKinds)),
  changed: z.array(z.string()),
  undone: z.array(z.string()),
});
export type ConfigEvent = z.infer<typeof configEvent>;

/** PostgreSQL cannot store NUL. */
export const note = z.optional(
  z.string().check(
    z.maxLength(500, "Use at most 500 characters."),
    z.refine((text) => !text.includes("\0"), "Remove the NUL character, which cannot be stored."),
    z.trim(),
  ),
);

export const revisionFilter = z.object({
  author: z.optional(searchedText),
  /** Id of a section, or `unrecognizedKeys`. Matches versions that changed a key of that section. */
  section: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** ISO 8601. Matches versions that were saved at or after `since` and before `until`. */
  since: z.optional(moment),
  until: z.optional(moment),
  /** Text in the note, the author, or the name, key or value of a changed setting. */
  search: z.optional(searchedText),
});
export type RevisionFilter = z.infer<typeof revisionFilter>;

const rowNumber = z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1));
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
    limited: true,
    audit: "config.restore",
    ifMatch: true,
    etag: true,
    params: numbered,
    proof: { refusal: "Nothing was restored", when: secretChanges },
    body: z.object({
      /** Paths of the settings to restore. If absent, the whole version is restored. */
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
    limited: true,
    audit: "config.undo-change",
    ifMatch: true,
    etag: true,
    params: numbered,
    proof: { refusal: "Nothing was undone", when: secretChanges },
    body: z.object({
      /** Paths of the changes to undo. If absent, all changes of the version are undone. */
      paths: z.optional(
        settingPaths(2000, "Send the path of at least one change, or no paths to undo all changes."),
      ),
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
    summary: "Saves all values again that were undone outside the panel, or only those at `paths`.",
    role: "editor",
    limited: true,
    audit: "config.reapply",
    ifMatch: true,
    etag: true,
    proof: { refusal: "Nothing was saved", when: secretChanges },
    body: z.object({ paths: z.optional(settingPaths(2000, "Name at least one setting.")) }),
    answer: configSnapshot,
  }),
  dismissUndone: route("DELETE", "/config/undone", {
    summary: "Dismisses undone values, so that the panel no longer reports them.",
    role: "editor",
    audit: "config.dismiss-undone",
    answer: z.object({ dismissed: z.array(z.string()) }),
  }),
};
