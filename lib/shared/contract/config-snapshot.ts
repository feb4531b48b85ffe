import * as z from "zod/mini";
import type { InputProblem } from "@/lib/errors";

/** The spelling of the keys in the file (docs/configuration-file.md). */
export const naming = z.enum(["neutral", "branded"]);
export type Naming = z.infer<typeof naming>;

const severity = z.enum(["error", "warning"]);
export type Severity = z.infer<typeof severity>;

/**
 * Maximum nesting depth of a value. Settings need fewer levels. Without a limit, a request full of brackets
 * could exhaust the stack.
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
 * One edit to the file. A list is replaced as a whole. `path` is the neutral path of a key. `checkOperations`
 * checks the value, because its messages are more specific than those of a schema.
 */
export const operation = z.discriminatedUnion("op", [
  z.object({ op: z.literal("set"), path: settingPath, value: jsonValue }),
  z.object({ op: z.literal("unset"), path: settingPath }),
]);
export type Operation = z.infer<typeof operation>;

export const operations = z._default(
  z.array(operation).check(z.maxLength(1000, "Send at most 1,000 operations at a time.")),
  [],
);

/** Edits that solve a problem. They never contain a secret. */
const settingsFix = z.object({ label: z.string(), operations: z.array(operation) });
export type SettingsFix = z.infer<typeof settingsFix>;

/** Changes the file's permissions instead of its content (`POST /api/panel/config/permissions`). */
const fileFix = z.object({
  label: z.string(),
  action: z.literal("close-file"),
  /** A sentence about what the fix may break. */
  consequence: z.string(),
});
export type FileFix = z.infer<typeof fileFix>;

/**
 * Changes the file's structure, which operations on settings cannot express. `path` is spelled as in the file.
 * - `keep-last`: removes all but the last of a repeated key.
 * - `move`: moves the value of an old or misspelled key to the setting that was meant.
 * - `remove`: removes a key that is not a setting, or a value that stands in the place of a section.
 */
export const repair = z.object({
  kind: z.enum(["keep-last", "move", "remove"]),
  path: z.string().check(z.minLength(1), z.maxLength(2000)),
});
export type Repair = z.infer<typeof repair>;

const repairFix = z.object({ label: z.string(), repair });
export type RepairFix = z.infer<typeof repairFix>;

export type Fix = SettingsFix | FileFix | RepairFix;

export const problem = z.object({
  path: z.optional(z.string()),
  /** Paths of other settings, such as further missing ones. Pages show the problem next to them, too. */
  also: z.optional(z.readonly(z.array(z.string()))),
  severity,
  message: z.string(),
  /** Position in the file, if known. Line and column start at 1. */
  line: z.optional(z.number()),
  column: z.optional(z.number()),
  fix: z.optional(z.union([settingsFix, fileFix, repairFix])),
  /** Id of the rule that found the problem (lib/shared/settings/rules). */
  rule: z.optional(z.string()),
  code: z.optional(z.enum(["mixed-spelling", "undone", "wrong-type"])),
});
export type Problem = z.infer<typeof problem>;

/** A rule from the operator's rules file (`lib/shared/settings/own-rules.ts`). */
export const ownRule = z.object({
  id: z.string().check(z.regex(/^[\w.-]{1,60}$/, "Use letters, digits, dots and hyphens.")),
  /** A CEL expression over the effective values, which must be true. */
  expression: z.string().check(z.minLength(1), z.maxLength(2000)),
  message: z.string().check(z.minLength(1), z.maxLength(500)),
  severity: z._default(severity, "error"),
});
export type OwnRule = z.infer<typeof ownRule>;

/** `usable` means that the file contains a JSON object. In every other state, settings cannot be saved. */
export const fileState = z.enum(["usable", "missing", "broken", "unreadable"]);
export type FileState = z.infer<typeof fileState>;

export const configSnapshot = z.object({
  /** SHA-256 of the file's bytes in hex. `absent` if there is no file. */
  etag: z.string(),
  naming,
  /** Defaults are filled in, and secrets are null. */
  values: z.record(z.string(), z.unknown()),
  /** Paths of the keys that the file sets, including secrets. A key with the value null counts as not set. */
  set: z.array(z.string()),
  secrets: z.record(z.string(), z.enum(["set", "unset"])),
  problems: z.array(problem),
  file: z.object({
    path: z.string(),
    state: fileState,
    readOnly: z.nullable(z.string()),
    /** Whether a page lets the operator prepare changes that cannot be saved, and take them away as a patch. */
    canCompose: z.optional(z.boolean()),
    /** Bytes. */
    size: z.number(),
    /** ISO 8601. Null if there is no file. */
    modifiedAt: z.nullable(z.string()),
  }),
  /** Paths of unrecognized keys, in the file's spelling. */
  unknown: z.array(z.string()),
  /** The values of the unrecognized keys that contain no text, as JSON. Others are shown on request. */
  shown: z.record(z.string(), z.string()),
  /** Maps a key path to its spelling in the file. Only for paths that are spelled differently. */
  spelling: z.record(z.string(), z.string()),
  /** The operator's rules. Absent if there are none. */
  rules: z.optional(z.readonly(z.array(ownRule))),
  /** What stops working because the save replaced or cleared a key. Only in the answer to that save. */
  consequences: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
export type ConfigSnapshot = z.infer<typeof configSnapshot>;

/**
 * The file's state and the paths of its problems, for every page. Pages that show settings use a
 * `ConfigSnapshot`. This type has no `values`, so that no page can mistake a value that is not loaded for an
 * unset setting.
 */
export interface FileSummary extends Pick<ConfigSnapshot, "etag" | "naming" | "file"> {
  problems: readonly Pick<Problem, "path" | "severity">[];
}

export type { InputProblem };

/** Describes when a save needs proof of identity (`proof.when` of a route). */
export const secretChanges =
  "a secret of the file is entered (even if it is the stored one), replaced or removed, or the address that it is sent to, the trusted proxies or the client address header change";
