import type { InputProblem } from "@/lib/errors";

/** Which spelling of the keys the file uses (docs/configuration-file.md). */
export type Naming = "neutral" | "branded";

export type Severity = "error" | "warning";

/** Something that an operator should know about the file. Without `path` it concerns the file as a whole. */
export interface Problem {
  path?: string;
  /** Further settings that are marked with it, such as others that are missing. */
  also?: readonly string[];
  severity: Severity;
  message: string;
  /** Place in the file, both from 1; absent if the problem has none. */
  line?: number;
  column?: number;
  /** The fix, if one click can apply it. */
  fix?: Fix;
  /** The id of the rule between settings that it comes from (lib/shared/settings/rules). */
  rule?: string;
  /** Identifies a problem of the file as a whole that pages treat specially. */
  code?: "mixed-spelling";
}

/** A problem's fix, with the label of the button that applies it. */
export type Fix = SettingsFix | FileFix;

/** Operations that fix a problem. Never contain a secret. */
export interface SettingsFix {
  label: string;
  operations: Operation[];
}

/** Fixes the file's permissions rather than its content (`POST /api/panel/config/permissions`). */
export interface FileFix {
  label: string;
  action: "close-file";
  /** What it may break, shown before it is applied. */
  consequence: string;
}

/** `usable`: parsed, an object at its root. Anything else is shown and never overwritten. */
export type FileState = "usable" | "missing" | "broken" | "unreadable";

/** The answer of `GET /api/panel/config`: the file as it is now, without a single secret in it. */
export interface ConfigSnapshot {
  /** SHA-256 of the file's bytes, hex; `absent` while there is no file to read. */
  etag: string;
  naming: Naming;
  /** Effective values, nested, neutral names, defaults filled in, secrets null. */
  values: Record<string, unknown>;
  /** Key paths that the file sets (null counts as unset), secrets included. */
  set: string[];
  secrets: Record<string, "set" | "unset">;
  problems: Problem[];
  file: {
    path: string;
    state: FileState;
    /** Why nothing can be saved now, and what to do; null when saving is possible. */
    readOnly: string | null;
    /** Bytes. */
    size: number;
    /** ISO 8601; null while there is no file. */
    modifiedAt: string | null;
  };
  /** Dotted paths of keys in the file that the registry does not know, as they are spelled in the file. */
  unknown: string[];
  /** Key path → spelling in the file, for those paths where it differs from the neutral one. */
  spelling: Record<string, string>;
}

/**
 * What every page knows of the file: its state, and where its problems are. It holds no value, so that nothing can take
 * a value that was not loaded for one that is not set. A page that shows settings gets a `ConfigSnapshot`.
 */
export interface FileSummary extends Pick<ConfigSnapshot, "etag" | "naming" | "file"> {
  problems: readonly Pick<Problem, "path" | "severity">[];
}

/** One edit of the file. Lists are set whole. `path` is a dotted neutral key path. */
export type Operation = { op: "set"; path: string; value: unknown } | { op: "unset"; path: string };

export type { InputProblem };
