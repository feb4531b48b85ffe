import type { ConfigDocument, Operation, SettingsFix, Severity } from "../document";
import { fieldAt } from "../registry";
import type { SettingPath, SettingValue } from "../types";

/** What rules look at. A `ConfigDocument` has it all; a form with unsaved changes makes its own. */
export type Facts = Pick<ConfigDocument, "values" | "secrets" | "naming"> & {
  /** Key paths that are set, secrets included. */
  set: readonly string[];
};

/** `Facts` with typed reading. */
export interface Reader {
  get<P extends SettingPath>(path: P): SettingValue<P>;
  isSet(path: SettingPath): boolean;
  /** Whether there is a value: for secrets, whether one is set. */
  has(path: SettingPath): boolean;
  readonly naming: Facts["naming"];
}

export interface Found {
  /** The settings that are involved; the first is the one to look at. */
  readonly paths: readonly [SettingPath, ...SettingPath[]];
  /** What does not fit together, what it does, and what to do. */
  readonly message: string;
  readonly fix?: SettingsFix;
}

/** A relation between settings. Severity `error`: the settings contradict each other or shut people out. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  check(facts: Reader): readonly Found[];
}

export const set = <P extends SettingPath>(path: P, value: SettingValue<P>): Operation => ({
  op: "set",
  path,
  value,
});
export const unset = (path: SettingPath): Operation => ({ op: "unset", path });

/** The setting's label in quotation marks, for a sentence. */
export function named(path: SettingPath): string {
  return `“${fieldAt(path)?.label ?? path}”`;
}

const conjunction = new Intl.ListFormat("en", { type: "conjunction" });

/** "a, b, and c". */
export function listed(items: readonly string[]): string {
  return conjunction.format(items);
}
