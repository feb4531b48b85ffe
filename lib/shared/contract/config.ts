import * as z from "zod/mini";
import {
  configSnapshot,
  fileState,
  naming,
  operation,
  operations,
  problem,
  repair,
  secretChanges,
} from "./config-snapshot";
import { note, settingChange } from "./history";
import { route } from "./route";

const MiB = 1024 * 1024;
/**
 * Maximum size of a request body that contains the whole text of the file. The file has at most 4 MiB
 * (`lib/server/config-file/version.ts`), but JSON escapes make the text longer.
 */
const WHOLE_TEXT = 8 * MiB;
const OPERATIONS = 4 * MiB;

const keyChange = z.object({
  /** Path of the key in the file's spelling, as in `ConfigSnapshot.unknown`. */
  path: z.string().check(z.minLength(1), z.maxLength(2000)),
  /** The new value as JSON text. The panel writes the text unchanged. Null removes the key. */
  text: z.nullable(z.string()),
});
export type KeyChange = z.infer<typeof keyChange>;

export const keyChanges = z.optional(
  z.array(keyChange).check(z.maxLength(1000, "Send at most 1,000 keys at a time.")),
);
const edit = { operations, keys: keyChanges };
const repairs = z.optional(z.array(repair).check(z.maxLength(1000, "Send at most 1,000 repairs at a time.")));
interface SomeChange {
  operations: readonly unknown[];
  keys?: readonly unknown[] | undefined;
  repairs?: readonly unknown[] | undefined;
}
export const someChange = z.refine<SomeChange>(
  ({ operations, keys = [], repairs = [] }) => operations.length + keys.length + repairs.length > 0,
  { error: "Send at least one operation.", path: ["operations"] },
);

/** What a patch file contains (`lib/shared/settings/patch.ts`). Scripts may leave out `base`. */
export const configPatch = z
  .object({
    base: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, "Send an ETag without quotes, or no base."))),
    ...edit,
    repairs,
    note,
    omitted: z.optional(z.array(z.string())),
  })
  .check(someChange);

/** An unrecognized key with its value. Each key is fetched separately, because its value may be a secret. */
const otherKey = z.object({
  path: z.string(),
  etag: z.string(),
  /** The value's JSON text, exactly as in the file. */
  text: z.string(),
});
export type OtherKey = z.infer<typeof otherKey>;
const otherPath = z
  .string("Send the path of the key.")
  .check(z.minLength(1, "Send the path of the key."), z.maxLength(2000));

const listOfFile = z.object({ etag: z.string(), path: z.string(), items: z.array(z.unknown()) });

/** The file's text for the raw editor. A marker replaces each secret. */
const rawText = z.object({
  etag: z.string(),
  text: z.string(),
  state: fileState,
  problems: z.readonly(z.array(problem)),
});
export type RawText = z.infer<typeof rawText>;

const importPreview = z.object({
  /**
   * The edits of the import. Edits that do not change an effective value are left out. Empty if `problems` contains an
   * error.
   */
  operations: z.array(operation),
  problems: z.array(problem),
  /** Contradictions that the import would cause between settings. They must be resolved before saving. */
  contradictions: z.array(problem),
  changes: z.array(settingChange),
  /** Keys in the text that are not settings. */
  ignored: z.array(z.string()),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** A line of the file's text. Secrets are hidden. */
const diffLine = z.object({ kind: z.enum(["same", "added", "removed"]), text: z.string() });
export type DiffLine = z.infer<typeof diffLine>;

/** Consecutive lines around a change. Line numbers start at 1. */
const diffHunk = z.object({ oldStart: z.number(), newStart: z.number(), lines: z.array(diffLine) });
export type DiffHunk = z.infer<typeof diffHunk>;

const configPreview = z.object({
  etag: z.string(),
  /** Null if the texts differ in too many lines. */
  hunks: z.nullable(z.array(diffHunk)),
});
export type ConfigPreview = z.infer<typeof configPreview>;

/**
 * Why the panel assigned this history to the file at CONFIG_PATH.
 * - `new`: the database contained no history.
 * - `content`: a version in the history has the file's content, and there is no file at the history's old path.
 * - `only`: the database contains one history, and there is no file at its old path.
 * - `copy`: a version in another history has the file's content, but that history's file still exists. The
 * file at CONFIG_PATH got a separate history.
 * - `other`: nothing connects the file with a stored history, so it got a separate history.
 * - `chosen`: an operator has chosen the history.
 */
const historyBasis = z.enum(["new", "content", "only", "copy", "other", "chosen"]);
export type HistoryBasis = z.output<typeof historyBasis>;

const fileHistory = z.object({
  id: z.int(),
  isCurrent: z.boolean(),
  paths: z.array(z.string()),
  versions: z.int(),
  /** When the newest version was saved, in ISO 8601. */
  newest: z.nullable(z.string()),
  hasContent: z.boolean(),
});
export type FileHistory = z.output<typeof fileHistory>;

const fileHistories = z.object({
  path: z.string(),
  basis: historyBasis,
  /** When the panel first found the file at this path, in ISO 8601. */
  since: z.string(),
  histories: z.array(fileHistory),
});
export type FileHistories = z.output<typeof fileHistories>;

export const configRoutes = {
  readConfig: route("GET", "/config", {
    summary: "Returns the file's values, without secrets, and its problems.",
    role: "viewer",
    etag: true,
    query: z.object({
      /** `counted` leaves out the entries of long lists (`CountedList`). So do all routes that save. */
      lists: z.optional(z.enum(["counted"])),
    }),
    answer: configSnapshot,
  }),
  readList: route("GET", "/config/list", {
    summary: "Returns the entries of one list, which pages leave out if there are 200 or more.",
    role: "viewer",
    etag: true,
    query: z.object({ path: otherPath }),
    answer: listOfFile,
  }),
  saveConfig: route("PATCH", "/config", {
    summary: "Saves edits of settings and of unrecognized keys.",
    role: "editor",
    limited: true,
    audit: "config.save",
    ifMatch: true,
    etag: true,
    takesTurns: "edits",
    limit: OPERATIONS,
    proof: { refusal: "Nothing was saved", when: secretChanges },
    body: z.object({ ...edit, repairs, note, naming: z.optional(naming) }).check(someChange),
    answer: configSnapshot,
  }),
  previewConfig: route("POST", "/config/preview", {
    summary: "Shows what edits would change in the file's text. Writes nothing.",
    role: "viewer",
    takesTurns: "edits",
    limit: OPERATIONS,
    body: z.object(edit).check(someChange),
    answer: configPreview,
  }),
  undoSave: route("POST", "/config/undo", {
    summary: "Undoes the save that produced the version in If-Match: the file goes back to version `to`.",
    role: "editor",
    limited: true,
    audit: "config.undo",
    ifMatch: true,
    etag: true,
    proof: { refusal: "Nothing was undone", when: secretChanges },
    body: z.object({
      to: z
        .string()
        .check(z.regex(/^[0-9a-f]{64}$/, "Send the ETag of the version before the save, without quotes.")),
    }),
    answer: configSnapshot,
  }),
  createConfigFile: route("POST", "/config/file", {
    summary: "Creates the file if it is missing.",
    role: "editor",
    audit: "config.create",
    etag: true,
    body: z.object({ note }),
    answer: configSnapshot,
    status: 201,
  }),
  closeConfigFile: route("POST", "/config/permissions", {
    summary: "Removes other users' access to the file. Only the file's owner and group keep access.",
    role: "editor",
    audit: "config.permissions",
    etag: true,
    body: z.object({}),
    answer: configSnapshot,
  }),
  configSchema: route("GET", "/config/schema", {
    summary: "Returns the JSON Schema of the file, in the file's own spelling.",
    role: "viewer",
    answer: z.record(z.string(), z.unknown()),
  }),
  exportConfig: route("GET", "/config/export", {
    summary: "Downloads the file without its secrets.",
    role: "viewer",
    audit: "config.export",
    answer: "bytes",
  }),
  exportWithSecrets: route("POST", "/config/export", {
    summary: "Downloads the file, with its secrets if `secrets` is true.",
    role: "owner",
    audit: "config.export",
    proof: { refusal: "Nothing was downloaded" },
    body: z.object({
      secrets: z.boolean("Send whether the copy includes the secrets: true or false."),
    }),
    answer: "bytes",
  }),
  previewImport: route("POST", "/config/import", {
    summary: "Shows what importing a text would change. Writes nothing.",
    role: "viewer",
    takesTurns: "edits",
    limit: WHOLE_TEXT,
    body: z.object({
      text: z.string("Send the text of a configuration file."),
      /** `merge` changes only the settings in the text. `replace` also resets all other settings. */
      mode: z._default(z.enum(["merge", "replace"]), "merge"),
    }),
    answer: importPreview,
  }),
  readRawConfig: route("GET", "/config/raw", {
    summary: "Returns the file's text, with markers in place of secrets.",
    role: "viewer",
    etag: true,
    answer: rawText,
  }),
  showRawConfig: route("POST", "/config/raw", {
    summary: "Returns the text of a broken file with its hidden values shown.",
    role: "owner",
    audit: "config.raw.show",
    proof: { refusal: "Nothing was shown" },
    etag: true,
    answer: rawText,
  }),
  saveRawConfig: route("PUT", "/config/raw", {
    summary: "Replaces the whole text, even if the file is broken.",
    role: "editor",
    audit: "config.raw",
    ifMatch: true,
    etag: true,
    takesTurns: "edits",
    limit: WHOLE_TEXT,
    proof: { refusal: "Nothing was saved", when: secretChanges },
    body: z.object({ text: z.string("Send the whole text of the file."), note }),
    answer: configSnapshot,
  }),
  readOtherKey: route("GET", "/config/other", {
    summary: "Returns the value of one unrecognized key, which may be a secret.",
    role: "editor",
    audit: "config.other.show",
    proof: { refusal: "Nothing was shown" },
    etag: true,
    query: z.object({ path: otherPath }),
    answer: otherKey,
  }),
  saveOtherKey: route("PUT", "/config/other", {
    summary: "Sets an unrecognized key.",
    role: "editor",
    audit: "config.other.save",
    ifMatch: true,
    etag: true,
    takesTurns: "edits",
    limit: WHOLE_TEXT,
    proof: { refusal: "Nothing was saved", when: secretChanges },
    body: z.object({ path: otherPath, text: z.string("Send the new value as JSON text.") }),
    answer: configSnapshot,
  }),
  removeOtherKey: route("DELETE", "/config/other", {
    summary: "Removes an unrecognized key.",
    role: "editor",
    audit: "config.other.remove",
    ifMatch: true,
    etag: true,
    proof: { refusal: "Nothing was removed", when: secretChanges },
    query: z.object({ path: otherPath }),
    answer: configSnapshot,
  }),
  listHistories: route("GET", "/config/histories", {
    summary: "Lists the histories of all files in the database.",
    role: "viewer",
    answer: fileHistories,
  }),
  chooseHistory: route("POST", "/config/histories", {
    summary: "Connects the configuration file to another history, or starts a new one.",
    role: "editor",
    audit: "config.history",
    /** Null starts a new history. */
    body: z.object({ history: z.nullable(z.int().check(z.positive())) }),
    answer: fileHistories,
  }),
};
