import type { Problem, Severity } from "./document";
import { settingsOf } from "./values";
import { addressRules } from "./rules/addresses";
import { captchaRules } from "./rules/captcha";
import { choiceRules } from "./rules/choices";
import { emailRules } from "./rules/email";
import { registrationRules } from "./rules/registration";
import type { Facts, Found, Reader, Rule } from "./rules/rule";

export type { Facts, Rule } from "./rules/rule";

export interface RuleFinding extends Found {
  /** The rule's id. */
  readonly rule: string;
  readonly severity: Severity;
}

/** Every relation between settings that the panel watches over. */
export const rules: readonly Rule[] = [
  ...addressRules,
  ...choiceRules,
  ...registrationRules,
  ...captchaRules,
  ...emailRules,
];

/** What does not fit together, errors first. `facts` may be a `ConfigDocument`. */
export function evaluateRules(facts: Facts): RuleFinding[] {
  const reader = readerOf(facts);
  const findings = rules.flatMap((rule) =>
    rule.check(reader).map((found) => ({ ...found, rule: rule.id, severity: rule.severity })),
  );
  return findings.sort(
    (left, right) => Number(right.severity === "error") - Number(left.severity === "error"),
  );
}

function readerOf({ values, set, secrets, naming }: Facts): Reader {
  const settings = settingsOf(values);
  const present = new Set(set);
  return {
    naming,
    get: settings.get,
    isSet: (path) => present.has(path),
    has: (path) => (path in secrets ? secrets[path] === "set" : settings.get(path) !== null),
  };
}

/**
 * Errors that a change brings about: they block saving it. An error that was there before does not stand in the way
 * of an unrelated change, or of mending one thing after the other.
 */
export function introducedErrors(before: Facts, after: Facts): RuleFinding[] {
  const key = ({ rule, paths }: RuleFinding) => `${rule} ${paths[0]}`;
  const known = new Set(evaluateRules(before).map(key));
  return evaluateRules(after).filter((finding) => finding.severity === "error" && !known.has(key(finding)));
}

/**
 * All there is to say about a file, for the overview: its own problems and the findings of the rules. Where a rule
 * says more about a value than its own check, only the rule speaks.
 */
export function allProblems(document: Facts & { problems: readonly Problem[] }): Problem[] {
  const findings = evaluateRules(document);
  const replaced = new Set<string>(
    findings.flatMap(({ severity, paths }) => (severity === "error" && paths.length === 1 ? paths : [])),
  );
  const own = document.problems.filter(
    ({ path, severity }) => severity === "error" || path === undefined || !replaced.has(path),
  );
  return [
    ...own,
    ...findings.map(({ paths, severity, message, rule, fix }) => ({
      path: paths[0],
      severity,
      message,
      rule,
      ...(fix && { fix }),
    })),
  ];
}
