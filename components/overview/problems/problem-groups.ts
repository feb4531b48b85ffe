import type { Problem, SettingsFix, Severity } from "@/lib/shared/contract/config-snapshot";

/** Problems of one kind, which share a heading, an explanation and, where it is the same, a fix. */
export interface ProblemGroup {
  key: string;
  severity: Severity;
  /** The rule that they all break; undefined for problems with single values or with the file. */
  rule: string | undefined;
  /** At least one. */
  problems: readonly [Problem, ...Problem[]];
}

/** The rule that reports each address that is not set (`lib/shared/settings/rules/addresses.ts`). */
export const addressRule = "needed-for-start";

/** What keeps the instance from starting comes first among problems of the same severity, then the file as a whole. */
function rankOf({ severity, rule, problems: [{ path }] }: ProblemGroup): number {
  return (severity === "error" ? 0 : 10) + (rule === addressRule ? 0 : path === undefined ? 1 : 2);
}

/** All problems, grouped by message, worst first. */
export function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const problem of problems) {
    const { severity, rule, message } = problem;
    const key = `${severity} ${rule ?? message}`;
    const group = groups.get(key);
    groups.set(key, { key, severity, rule, problems: group ? [...group.problems, problem] : [problem] });
  }
  return [...groups.values()].toSorted((left, right) => rankOf(left) - rankOf(right));
}

/** The sentence that all problems of a group share; undefined where each has its own. */
export function sharedMessage({ problems: [first, ...others] }: ProblemGroup): string | undefined {
  return others.every(({ message }) => message === first.message) ? first.message : undefined;
}

/** One fix for the whole group; undefined where its problems have none, or different ones. */
export function sharedFix({ problems: [first, ...others] }: ProblemGroup): SettingsFix | undefined {
  const { fix } = first;
  if (others.length === 0 || fix === undefined || "action" in fix) return undefined;
  const all = [fix];
  for (const other of others) {
    if (other.fix === undefined || "action" in other.fix || other.fix.label !== fix.label) return undefined;
    all.push(other.fix);
  }
  const paths = new Set(all.flatMap(({ operations }) => operations.map(({ path }) => path)));
  const operations = all.flatMap((one) => one.operations);
  // Two fixes of one setting may conflict. Then each is offered separately.
  return paths.size === operations.length ? { label: fix.label, operations } : undefined;
}
