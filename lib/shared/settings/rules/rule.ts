import type { ConfigSnapshot, Operation, SettingsFix, Severity } from "@/lib/shared/contract/config-snapshot";
import { lazily } from "@/lib/shared/lazily";
import { fieldAt } from "../registry";
import type { SettingPath, SettingValue } from "../types";

/** The facts that rules read. A `ConfigSnapshot` has all of them; a form with unsaved changes creates its own. */
export type Facts = Pick<ConfigSnapshot, "values" | "secrets" | "naming"> & {
  /** Key paths that are set, secrets included. */
  set: readonly string[];
};

/** Typed access to the settings in `P`. */
export interface Reader<P extends SettingPath = SettingPath> {
  get<Q extends P>(path: Q): SettingValue<Q>;
  isSet(path: P): boolean;
  /** Whether the setting has a value. For secrets, whether one is set. */
  has(path: P): boolean;
  readonly naming: Facts["naming"];
}

export interface Violation {
  /** The settings involved. The first is the one to look at. */
  readonly paths: readonly [SettingPath, ...SettingPath[]];
  /** Where the violation is shown, if not at the first of `paths`: the missing settings. */
  readonly marks?: readonly SettingPath[];
  /** The contradiction, its effect, and what to do. */
  readonly message: string;
  readonly fix?: SettingsFix;
}

/** A relation between settings. Severity `error`: the settings contradict each other or lock people out. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  /** Every setting that `check` may read. The rule runs again only when one of them changes. */
  readonly reads: readonly SettingPath[];
  check(settings: Reader): readonly Violation[];
}

/** Declares a rule. The compiler refuses a `check` that reads a setting that is missing from `reads`. */
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

/** The rule that settings without which the instance does not start, or is not reached, are set. */
export const neededForStart = (
  severity: Severity,
  needed: readonly SettingPath[],
  messageOf: (path: SettingPath) => string,
): Rule => ({
  id: "needed-for-start",
  severity,
  reads: needed,
  check: ({ get }) =>
    needed.filter((path) => get(path) === null).map((path) => ({ paths: [path], message: messageOf(path) })),
});

/** The setting's label in quotation marks, for a sentence. */
export const named = (path: SettingPath): string => `“${labelOf(path)}”`;

const conjunction = lazily(() => new Intl.ListFormat("en", { type: "conjunction" }));

/** "a, b, and c". */
export function listed(items: readonly string[]): string {
  return conjunction().format(items);
}

/** The parsed address; null if the text is not an address. */
export const urlOf = (text: string | null): URL | null =>
  text !== null && URL.canParse(text) ? new URL(text) : null;
