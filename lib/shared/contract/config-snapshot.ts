import * as z from "zod/mini";
import type { InputProblem } from "@/lib/errors";

/** Which spelling of the keys the file uses (docs/configuration-file.md). */
const naming = z.enum(["neutral", "branded"]);
export type Naming = z.infer<typeof naming>;

const severity = z.enum(["error", "warning"]);
export type Severity = z.infer<typeof severity>;

/** No setting's value nests deeper; a body of nothing but brackets would exhaust the stack later. */
const MAX_DEPTH = 16;

function depthOf(value: unknown): number {
  let level: unknown[] = [value];
  for (let depth = 0; ; depth++) {
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
    if (level.length === 0 || depth > MAX_DEPTH) return depth;
  }
}

const jsonValue = z.unknown().check(
  z.refine((value) => value !== undefined, "Send a value to set. To remove the setting, use unset."),
  z.refine((value) => depthOf(value) <= MAX_DEPTH, "The value is nested too deeply. Flatten it."),
);
const settingPath = z.string().check(z.minLength(1), z.maxLength(200));

/**
 * One edit of the file. Lists are set whole. `path` is a dotted neutral key path. Whether path and value fit together
 * is for `checkOperations`, which can say more.
 */
export const operation = z.discriminatedUnion("op", [
  z.object({ op: z.literal("set"), path: settingPath, value: jsonValue }),
  z.object({ op: z.literal("unset"), path: settingPath }),
]);
export type Operation = z.infer<typeof operation>;

/** The edits in a request's body. */
export const operations = z._default(
  z.array(operation).check(z.maxLength(1000, "Send at most 1,000 operations at a time.")),
  [],
);

/** Operations that fix a problem. Never contain a secret. */
const settingsFix = z.object({ label: z.string(), operations: z.array(operation) });
export type SettingsFix = z.infer<typeof settingsFix>;

/** Fixes the file's permissions rather than its content (`POST /api/panel/config/permissions`). */
const fileFix = z.object({
  label: z.string(),
  action: z.literal("close-file"),
  /** What it may break, shown before it is applied. */
  consequence: z.string(),
});
export type FileFix = z.infer<typeof fileFix>;

/** A problem's fix, with the label of the button that applies it. */
export type Fix = SettingsFix | FileFix;

/** Something that an operator should know about the file. Without `path` it concerns the file as a whole. */
export const problem = z.object({
  path: z.optional(z.string()),
  /** Further settings that are marked with it, such as others that are missing. */
  also: z.optional(z.readonly(z.array(z.string()))),
  severity,
  message: z.string(),
  /** Place in the file, both from 1; absent if the problem has none. */
  line: z.optional(z.number()),
  column: z.optional(z.number()),
  /** The fix, if one click can apply it. */
  fix: z.optional(z.union([settingsFix, fileFix])),
  /** The id of the rule between settings that it comes from (lib/shared/settings/rules). */
  rule: z.optional(z.string()),
  /** Identifies a problem of the file as a whole that pages treat specially. */
  code: z.optional(z.enum(["mixed-spelling", "undone"])),
});
export type Problem = z.infer<typeof problem>;

/** `usable`: parsed, an object at its root. Anything else is shown and never overwritten. */
export const fileState = z.enum(["usable", "missing", "broken", "unreadable"]);
export type FileState = z.infer<typeof fileState>;

/** The answer of `GET /api/panel/config`: the file as it is now, without a single secret in it. */
export const configSnapshot = z.object({
  /** SHA-256 of the file's bytes, hex; `absent` while there is no file to read. */
  etag: z.string(),
  naming,
  /** Effective values, nested, neutral names, defaults filled in, secrets null. */
  values: z.record(z.string(), z.unknown()),
  /** Key paths that the file sets (null counts as unset), secrets included. */
  set: z.array(z.string()),
  secrets: z.record(z.string(), z.enum(["set", "unset"])),
  problems: z.array(problem),
  file: z.object({
    path: z.string(),
    state: fileState,
    /** Why nothing can be saved now, and what to do; null when saving is possible. */
    readOnly: z.nullable(z.string()),
    /** Bytes. */
    size: z.number(),
    /** ISO 8601; null while there is no file. */
    modifiedAt: z.nullable(z.string()),
  }),
  /** Dotted paths of keys in the file that the registry does not know, as they are spelled in the file. */
  unknown: z.array(z.string()),
  /** Key path → spelling in the file, for those paths where it differs from the neutral one. */
  spelling: z.record(z.string(), z.string()),
});
export type ConfigSnapshot = z.infer<typeof configSnapshot>;

/**
 * What every page knows of the file: its state, and where its problems are. It contains no values, so that a value that
 * was not loaded cannot be mistaken for one that is not set. A page that shows settings gets a `ConfigSnapshot`.
 */
export interface FileSummary extends Pick<ConfigSnapshot, "etag" | "naming" | "file"> {
  problems: readonly Pick<Problem, "path" | "severity">[];
}

export type { InputProblem };

/** When a save needs a proof (`Route.proof`). */
export const secretChanges = "a secret of the file is set, replaced or removed";
