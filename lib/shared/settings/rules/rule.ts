import type { ConfigSnapshot, Operation, SettingsFix, Severity } from "../../contract/config-snapshot";
import { lazily } from "../../lazily";
import { fieldAt, type Registry } from "../registry";
import type { SettingPath, SettingValue } from "../types";
import { isModified } from "../modified";

/**
 * The data that rules read. A `ConfigSnapshot` contains all of it. A form with unsaved changes creates a
 * separate `Facts` object.
 */
export type Facts = Pick<ConfigSnapshot, "values" | "secrets" | "naming"> & {
  set: readonly string[];
};

/** Reads the settings of `P`. Other paths do not compile. */
export interface Reader<P extends SettingPath = SettingPath> {
  get<Q extends P>(path: Q): SettingValue<Q>;
  isSet(path: P): boolean;
  /** Whether the setting has an effective value. */
  has(path: P): boolean;
  readonly naming: Facts["naming"];
}

export interface Violation {
  /** The settings that the violation concerns. Links lead to the first one. */
  readonly paths: readonly [SettingPath, ...SettingPath[]];
  /**
   * Pages show the violation next to these settings, such as the missing ones. Default: the first of `paths`.
   */
  readonly marks?: readonly SettingPath[];
  readonly message: string;
  readonly fix?: SettingsFix;
}

export type Found = Violation | readonly Violation[] | false;

/**
 * Checks a relation between settings. A violation with the severity `error` means that the settings contradict each
 * other or lock people out.
 */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  /** All settings that `check` reads. The rule runs again only if one of them changes. */
  readonly reads: readonly SettingPath[];
  check(settings: Reader): Found;
}

/** Declares a rule. A `check` that reads a setting outside of `reads` does not compile. */
export function defineRule<const P extends SettingPath>(
  rule: Omit<Rule, "reads" | "check"> & {
    readonly reads: readonly P[];
    check(settings: Reader<P>): Found;
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

export const fixBy = (label: string, ...operations: Operation[]): SettingsFix => ({ label, operations });

export const labelOf = (path: SettingPath): string => fieldAt(path)?.label ?? path;

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

export function unusedInUse({ fields }: Registry): Rule {
  const unused = fields.filter((field) => field.unused);
  return defineRule({
    id: "unused-in-use",
    severity: "warning",
    reads: unused.map(({ path }) => path as SettingPath),
    check: ({ get, isSet }) =>
      unused.flatMap((field) => {
        const path = field.path as SettingPath;
        // Instances write all defaults into the file, so only a different value shows that somebody set it.
        if (!isSet(path) || !isModified(field, get(path))) return [];
        return {
          paths: [path],
          message: `“${field.label}” is modified, but unused, so it has no effect. ${field.instead ?? "Remove it to keep the file tidy."}`,
          fix: fixBy("Remove it", unset(path)),
        };
      }),
  });
}

export const named = (path: SettingPath): string => `“${labelOf(path)}”`;

const conjunction = lazily(() => new Intl.ListFormat("en", { type: "conjunction" }));

export function listed(items: readonly string[]): string {
  return conjunction().format(items);
}

export const urlOf = (text: string | null): URL | null =>
  text !== null && URL.canParse(text) ? new URL(text) : null;
