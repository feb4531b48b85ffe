import { countOf } from "@/components/settings/store/words";
import type { Problem, SettingsFix, Severity } from "@/lib/shared/contract/config-snapshot";

export interface ProblemGroup {
  key: string;
  severity: Severity;
  /** The rule that all problems of the group violate. Undefined for problems of the file or of single values. */
  rule: string | undefined;
  problems: readonly [Problem, ...Problem[]];
}

/** The rule that reports every missing address (`lib/shared/settings/rules/addresses.ts`). */
export const addressRule = "needed-for-start";

/**
 * Errors come first. Among problems of the same severity, missing addresses come first, followed by problems of the
 * whole file.
 */
function rankOf({ severity, rule, problems: [{ path }] }: ProblemGroup): number {
  return (severity === "error" ? 0 : 10) + (rule === addressRule ? 0 : path === undefined ? 1 : 2);
}

export function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const problem of problems) {
    const { severity, rule, message } = problem;
    const key = `${severity} ${rule !== undefined && rule in byRule ? rule : message}`;
    const group = groups.get(key);
    groups.set(key, { key, severity, rule, problems: group ? [...group.problems, problem] : [problem] });
  }
  return [...groups.values()].toSorted((left, right) => rankOf(left) - rankOf(right));
}

/** Undefined if a problem has no fix, or if the fixes differ. */
export function sharedFix({ problems: [first, ...others] }: ProblemGroup): SettingsFix | undefined {
  const { fix } = first;
  if (others.length === 0 || fix === undefined || !("operations" in fix)) return undefined;
  const all = [fix];
  for (const other of others) {
    if (other.fix === undefined || !("operations" in other.fix) || other.fix.label !== fix.label)
      return undefined;
    all.push(other.fix);
  }
  const paths = new Set(all.flatMap(({ operations }) => operations.map(({ path }) => path)));
  const operations = all.flatMap((one) => one.operations);
  // Undefined if two fixes change the same setting, because they may conflict.
  return paths.size === operations.length ? { label: fix.label, operations } : undefined;
}

interface GroupWords {
  title: string;
  message?: string;
  fixLabel?: string;
}

const byRule: Readonly<Record<string, (count: number, severity: Severity) => GroupWords>> = {
  [addressRule]: (count, severity) => ({
    title: `${countOf(count, "address is", "addresses are")} not set`,
    // An error means that the instance is known to refuse to start.
    message: `The instance ${severity === "error" ? "does not" : "may refuse to"} start, and clients cannot find it.`,
  }),
  "unused-in-use": (count) => ({
    title: `${countOf(count, "modified setting is", "modified settings are")} unused`,
    message: "The instance never reads them. Remove them to keep the file tidy.",
    fixLabel: `Remove ${count} settings`,
  }),
  "captcha-required-but-off": (count) => ({
    title: `Captchas are required in ${countOf(count, "place")}, but disabled`,
    message: "People can continue without a captcha. Enable captchas under Security, or stop requiring them.",
    fixLabel: "Stop requiring captchas",
  }),
};

const titles: Readonly<Record<string, string>> = {
  "registration-open": "Registration is open to everybody",
  "auto-join-nowhere": "Auto-join is on, but no guild is listed",
};

export const titleOfOne = ({ rule }: Problem): string | undefined =>
  rule === undefined ? undefined : titles[rule];

export function wordsOf({ rule, problems, severity }: ProblemGroup): GroupWords {
  const ruleWords = rule === undefined ? undefined : byRule[rule];
  return ruleWords ? ruleWords(problems.length, severity) : { title: problems[0].message };
}
