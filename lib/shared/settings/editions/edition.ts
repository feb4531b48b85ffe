import type { Naming } from "@/lib/shared/contract/config-snapshot";
import type { Registry } from "../registry";
import type { Rule } from "../rules/rule";

/** How the files of an edition spell what the specification names otherwise. */
export interface Spelling {
  /** Neutral path of a renamed key → its last segment in the file. Parent keys are renamed by entries of their own. */
  readonly keys: Readonly<Record<string, string>>;
  /** Neutral path → neutral option value → the value in the file. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * What one server program knows. Everything that is special about a program is in its edition, and nothing of it elsewhere:
 * all other code asks `editionOf(naming)`.
 */
export interface Edition {
  /** Files of this naming are of this edition. */
  readonly naming: Naming;
  /** How keys are spelled in those files, in words: "As in the specification". */
  readonly spelledAs: string;
  /** Its settings, with its own defaults, and marked where it never reads them. */
  readonly registry: Registry;
  readonly spelling: Spelling;
  /** Every relation between its settings that the panel checks. */
  readonly rules: readonly Rule[];
  /** What the public address of its API ends with; clients are told that address. */
  readonly apiPath: "" | "/api";
  /**
   * Lists of the file that the program merges by index with its own default list whenever it rewrites the file, by
   * neutral key path, with that default list. `comesBack` says what becomes of a list.
   */
  readonly mergedLists: Readonly<Record<string, readonly unknown[]>>;
}

/**
 * What a list is after the program has read it and written its file again: shorter ones are filled up, by index, from the
 * program's own default list. The same list where it survives as it is.
 */
export function comesBack(
  { mergedLists }: Edition,
  path: string,
  list: readonly unknown[],
): readonly unknown[] {
  const own = Object.hasOwn(mergedLists, path) ? mergedLists[path] : undefined;
  return own === undefined || list.length >= own.length ? list : [...list, ...own.slice(list.length)];
}
