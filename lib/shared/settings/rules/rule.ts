import type { ConfigSnapshot, Operation, SettingsFix, Severity } from "@/lib/shared/contract/config-snapshot";
import { lazily } from "@/lib/shared/lazily";
import { fieldAt } from "../registry";
import type { SettingPath, SettingValue } from "../types";

/** What rules look at. A `ConfigSnapshot` has it all; a form with unsaved changes makes its own. */
export type Facts = Pick<ConfigSnapshot, "values" | "secrets" | "naming"> & {
  /** Key paths that are set, secrets included. */
  set: readonly string[];
};

/** Typed reading of settings; of those in `P` only. */
export interface Reader<P extends SettingPath = SettingPath> {
  get<Q extends P>(path: Q): SettingValue<Q>;
  isSet(path: P): boolean;
  /** Whether there is a value: for secrets, whether one is set. */
  has(path: P): boolean;
  readonly naming: Facts["naming"];
}

export interface Violation {
  /** The settings that are involved; the first is the one to look at. */
  readonly paths: readonly [SettingPath, ...SettingPath[]];
  /** Where it is shown, unless at the first of `paths`: the settings that are missing. */
  readonly marks?: readonly SettingPath[];
  /** What the contradiction is, what it causes, and what to do. */
  readonly message: string;
  readonly fix?: SettingsFix;
}

/** A relation between settings. Severity `error`: the settings contradict each other or shut people out. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  /** Every setting that `check` may look at. It runs again when one of them changes, and only then. */
  readonly reads: readonly SettingPath[];
  check(settings: Reader): readonly Violation[];
}

/** Declares a rule. The compiler refuses a `check` that looks at a setting which `reads` does not name. */
export function defineRule<const P extends SettingPath>(
  rule: Omit<Rule, "reads" | "check"> & {
    readonly reads: readonly P[];
    check(settings: Reader<P>): readonly Violation[];
  },
): Rule {
  return rule;
}

export const set = <P extends SettingPath>(path: P, value: SettingValue<P>): Operation => ({
  op: "set",
  path,
  value,
});
export const unset = (path: SettingPath): Operation => ({ op: "unset", path });

export const labelOf = (path: SettingPath): string => fieldAt(path)?.label ?? path;

/** The setting's label in quotation marks, for a sentence. */
export const named = (path: SettingPath): string => `“${labelOf(path)}”`;

const conjunction = lazily(() => new Intl.ListFormat("en", { type: "conjunction" }));

/** "a, b, and c". */
export function listed(items: readonly string[]): string {
  return conjunction().format(items);
}

/** Null for a text that is not an address. */
export const urlOf = (text: string | null): URL | null =>
  text !== null && URL.canParse(text) ? new URL(text) : null;
