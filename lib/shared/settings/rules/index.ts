import type { Problem, Severity } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "../editions";
import type { Facts, Reader, Rule, Violation } from "./rule";
import { settingsOf } from "../values";

export type { Facts, Reader, Rule } from "./rule";

export interface RuleViolation extends Violation {
  /** The rule's id. */
  readonly rule: string;
  readonly severity: Severity;
}

/** The violations of one rule. */
export function checkRule(rule: Rule, settings: Reader): RuleViolation[] {
  return rule.check(settings).map((violation) => ({ ...violation, rule: rule.id, severity: rule.severity }));
}

/** The violations of all rules, errors first. `facts` may be a `ConfigSnapshot`. */
export function evaluateRules(facts: Facts): RuleViolation[] {
  const reader = readerOf(facts);
  const { rules } = editionOf(facts.naming);
  return errorsFirst(rules.flatMap((rule) => checkRule(rule, reader)));
}

export function errorsFirst(violations: readonly RuleViolation[]): RuleViolation[] {
  return violations.toSorted(
    (left, right) => Number(right.severity === "error") - Number(left.severity === "error"),
  );
}

export function readerOf({ values, set, secrets, naming }: Facts): Reader {
  const settings = settingsOf(values, editionOf(naming));
  const present = new Set(set);
  return {
    naming,
    get: settings.get,
    isSet: (path) => present.has(path),
    has: (path) => (path in secrets ? secrets[path] === "set" : settings.get(path) !== null),
  };
}

/**
 * Errors that a change introduces. They prevent saving it. An existing error does not block unrelated changes or
 * fixing one problem at a time.
 */
export function introducedErrors(
  before: readonly RuleViolation[],
  after: readonly RuleViolation[],
): RuleViolation[] {
  const key = ({ rule, paths }: RuleViolation) => `${rule} ${paths[0]}`;
  const known = new Set(before.map(key));
  return after.filter((violation) => violation.severity === "error" && !known.has(key(violation)));
}

/**
 * All problems of a file: its own and the violations of rules. If a rule is more specific about a value than the
 * value's own check, or offers the same fix, only the rule is reported.
 */
export function allProblems(own: readonly Problem[], violations: readonly RuleViolation[]): Problem[] {
  const replaced = new Set<string>(
    violations.flatMap(({ severity, paths }) => (severity === "error" && paths.length === 1 ? paths : [])),
  );
  const fixes = new Set(violations.flatMap(({ paths, fix }) => (fix ? [fixKey(paths[0], fix)] : [])));
  const isReplaced = ({ path, fix }: Problem) =>
    path !== undefined && (replaced.has(path) || (fix !== undefined && fixes.has(fixKey(path, fix))));
  return [
    ...own.filter((problem) => problem.severity === "error" || !isReplaced(problem)),
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
