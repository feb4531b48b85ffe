import * as z from "zod/mini";
import type { InputProblem } from "@/lib/errors";

/** Which spelling of the keys the file uses (docs/configuration-file.md). */
const naming = z.enum(["neutral", "branded"]);
export type Naming = z.infer<typeof naming>;

const severity = z.enum(["error", "warning"]);
export type Severity = z.infer<typeof severity>;

/**
 * No setting's value nests deeper. Without a limit, a body of nothing but brackets would later exhaust the stack.
 */
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
 * One edit of the file. Lists are set whole. `path` is a dotted neutral key path. `checkOperations` checks whether
 * the value fits the path, because its messages are more specific.
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
  /** Other settings to mark with the same problem, such as other missing ones. */
  also: z.optional(z.readonly(z.array(z.string()))),
  severity,
  message: z.string(),
  /** Position in the file; line and column start at 1. Absent if the problem has no position. */
  line: z.optional(z.number()),
  column: z.optional(z.number()),
  /** The fix, if one click can apply it. */
  fix: z.optional(z.union([settingsFix, fileFix])),
  /** The id of the rule that found the problem (lib/shared/settings/rules). */
  rule: z.optional(z.string()),
  /** Identifies problems of the whole file that pages handle specially. */
  code: z.optional(z.enum(["mixed-spelling", "undone"])),
});
export type Problem = z.infer<typeof problem>;

/** `usable`: parsed, with an object at the root. In any other state, the file is shown but never overwritten. */
export const fileState = z.enum(["usable", "missing", "broken", "unreadable"]);
export type FileState = z.infer<typeof fileState>;

/** The answer to `GET /api/panel/config`: the file as it is now, without any secrets. */
export const configSnapshot = z.object({
  /** SHA-256 of the file's bytes in hex; `absent` if there is no file to read. */
  etag: z.string(),
  naming,
  /** Effective values as a nested object with neutral names and defaults filled in; secrets are null. */
  values: z.record(z.string(), z.unknown()),
  /** Key paths that the file sets (null counts as unset), secrets included. */
  set: z.array(z.string()),
  secrets: z.record(z.string(), z.enum(["set", "unset"])),
  problems: z.array(problem),
  file: z.object({
    path: z.string(),
    state: fileState,
    /** Why saving is impossible right now, and what to do; null if saving is possible. */
    readOnly: z.nullable(z.string()),
    /** Bytes. */
    size: z.number(),
    /** ISO 8601; null while there is no file. */
    modifiedAt: z.nullable(z.string()),
  }),
  /** Dotted paths of keys that the registry does not know, spelled as in the file. */
  unknown: z.array(z.string()),
  /** Maps key paths to their spelling in the file, for paths that the file does not spell neutrally. */
  spelling: z.record(z.string(), z.string()),
});
export type ConfigSnapshot = z.infer<typeof configSnapshot>;

/**
 * What every page knows about the file: its state and the locations of its problems. It contains no values, so
 * that nobody mistakes a value that was not loaded for one that is not set. Pages that show settings get a
 * `ConfigSnapshot`.
 */
export interface FileSummary extends Pick<ConfigSnapshot, "etag" | "naming" | "file"> {
  problems: readonly Pick<Problem, "path" | "severity">[];
}

export type { InputProblem };

/** When saving needs a proof (`Route.proof`). */
export const secretChanges =
  "a secret of the file is set, replaced or removed, or the address that it is sent to, the trusted proxies or the client address header change";
