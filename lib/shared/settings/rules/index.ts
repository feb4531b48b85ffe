import type { Problem, Severity } from "../../contract/config-snapshot";
import { editionOf } from "../editions";
import { rulesOf } from "../editions/rules";
import { settingsOf } from "../values";
import { isCounted } from "../long-lists";
import type { SettingValue } from "../types";
import type { Facts, Reader, Rule, Violation } from "./rule";

export type { Facts, Reader, Rule } from "./rule";

export interface RuleViolation extends Violation {
  readonly rule: string;
  readonly severity: Severity;
  readonly basis: readonly string[];
}

export function checkRule(rule: Rule, settings: Reader): RuleViolation[] {
  const violations = rule.check(settings) || [];
  // A rule that lists violations judges each of them on its own.
  const basisOf = ({ paths, marks = [] }: Violation) =>
    Array.isArray(violations) ? [...paths, ...marks] : rule.reads;
  return [violations].flat().map((violation) => ({
    ...violation,
    rule: rule.id,
    severity: rule.severity,
    basis: basisOf(violation),
  }));
}

export function evaluateRules(facts: Facts): RuleViolation[] {
  const reader = readerOf(facts);
  return errorsFirst(rulesOf(facts.naming).flatMap((rule) => checkRule(rule, reader)));
}

function errorsFirst(violations: readonly RuleViolation[]): RuleViolation[] {
  return violations.toSorted(
    (left, right) => Number(right.severity === "error") - Number(left.severity === "error"),
  );
}

export function readerOf({ values, set, secrets, naming }: Facts): Reader {
  const settings = settingsOf(values, editionOf(naming));
  const present = new Set(set);
  return {
    naming,
    get: (path) => {
      const value: unknown = settings.get(path);
      // Rules read only the length of such a list. Their entries are not here.
      return (isCounted(value) ? new Array(value.counted) : value) as SettingValue<typeof path>;
    },
    isSet: (path) => present.has(path),
    has: (path) => (path in secrets ? secrets[path] === "set" : settings.get(path) !== null),
  };
}

/**
 * Returns the errors that a change introduces. These errors block the save. Errors that existed before are
 * ignored, so that operators can make unrelated changes and fix one problem at a time.
 */
export function introducedErrors(
  before: readonly RuleViolation[],
  after: readonly RuleViolation[],
): RuleViolation[] {
  const key = ({ rule, paths }: RuleViolation) => `${rule} ${paths[0]}`;
  const known = new Set(before.map(key));
  return after.filter((violation) => violation.severity === "error" && !known.has(key(violation)));
}

/** A value's problem is omitted if a rule reports more about this value or offers the same fix. */
export function allProblems(
  valueProblems: readonly Problem[],
  ruleViolations: readonly RuleViolation[],
): Problem[] {
  // A value of the wrong type is there, but rules see the default. What follows from that is not a problem.
  const illTyped = valueProblems.flatMap(({ code, path }) =>
    code === "wrong-type" && path !== undefined ? [path] : [],
  );
  const violations = ruleViolations.filter(
    ({ basis }) => !illTyped.some((path) => basis.some((one) => one === path || one.startsWith(`${path}.`))),
  );
  const replaced = new Set<string>(
    violations.flatMap(({ severity, paths }) => (severity === "error" && paths.length === 1 ? paths : [])),
  );
  const fixes = new Set(violations.flatMap(({ paths, fix }) => (fix ? [fixKey(paths[0], fix)] : [])));
  const isReplaced = ({ path, fix }: Problem) =>
    path !== undefined && (replaced.has(path) || (fix !== undefined && fixes.has(fixKey(path, fix))));
  return [
    ...valueProblems.filter((problem) => problem.severity === "error" || !isReplaced(problem)),
    ...violations.map(({ paths, marks, severity, message, rule, fix }) => ({
      path: marks?.[0] ?? paths[0],
      ...(marks !== undefined && marks.length > 1 && { also: marks.slice(1) }),
      severity,
      message,
      rule,
      ...(fix && { fix }),
    })),
  ];
}

const fixKey = (path: string | undefined, fix: Problem["fix"]): string =>
  JSON.stringify([path, fix && "operations" in fix ? fix.operations : null]);

/** A rule runs again only after a setting that it reads has changed. */
export class RuleResults {
  private readonly byRule = new Map<Rule, readonly RuleViolation[]>();
  private readonly readers = new Map<string, Rule[]>();

  constructor(
    rules: readonly Rule[],
    private readonly settings: Reader,
  ) {
    for (const rule of rules) {
      this.byRule.set(rule, checkRule(rule, settings));
      for (const path of rule.reads) this.readers.set(path, [...(this.readers.get(path) ?? []), rule]);
    }
  }

  /**
   * Runs the rules that read a setting. Call this after the setting has changed. Returns whether one of these rules has
   * violations or had violations before.
   */
  recheck(path: string): boolean {
    let isAny = false;
    for (const rule of this.readers.get(path) ?? []) {
      const before = this.byRule.get(rule) ?? [];
      const after = checkRule(rule, this.settings);
      this.byRule.set(rule, after);
      isAny ||= before.length > 0 || after.length > 0;
    }
    return isAny;
  }

  violations(): RuleViolation[] {
    return errorsFirst([...this.byRule.values()].flat());
  }
}
