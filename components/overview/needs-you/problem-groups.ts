import { countOf } from "@/components/settings/store/operations";
import type { Problem, SettingsFix, Severity } from "@/lib/shared/contract/config-snapshot";

/** Problems of one kind. They share a heading, an explanation and possibly a fix. */
export interface ProblemGroup {
  key: string;
  severity: Severity;
  /** The rule that they all violate; undefined for problems of single values or of the file. */
  rule: string | undefined;
  /** At least one. */
  problems: readonly [Problem, ...Problem[]];
}

/** The rule that reports each address that is not set (`lib/shared/settings/rules/addresses.ts`). */
export const addressRule = "needed-for-start";

/**
 * Among problems of the same severity, those that prevent the instance from starting come first, then those of the
 * whole file.
 */
function rankOf({ severity, rule, problems: [{ path }] }: ProblemGroup): number {
  return (severity === "error" ? 0 : 10) + (rule === addressRule ? 0 : path === undefined ? 1 : 2);
}

/** All problems, grouped by message, worst first. */
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

/** One fix for the whole group; undefined if its problems have no fix, or different ones. */
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
  // Two fixes of one setting may conflict. In that case each is offered separately.
  return paths.size === operations.length ? { label: fix.label, operations } : undefined;
}

interface GroupWords {
  title: string;
  /** The consequence. */
  message?: string;
  /** Replaces the label of a fix that covers the whole group. */
  fixLabel?: string;
}

/** Rules whose problems are easier to read as one sentence than as several. */
const byRule: Readonly<Record<string, (count: number, severity: Severity) => GroupWords>> = {
  [addressRule]: (count, severity) => ({
    title: `${countOf(count, "address is", "addresses are")} not set`,
    // If the instance is known to refuse, the problem is an error.
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

/** Titles of problems that the label of their setting would name as a task, such as "Close registration". */
const titles: Readonly<Record<string, string>> = {
  "registration-open": "Registration is open to everybody",
};

/** The title of a single problem; undefined if the label of its setting is its title. */
export function titleOfOne({ rule }: Problem): string | undefined {
  return rule === undefined ? undefined : titles[rule];
}

/** The heading and explanation of a group. */
export function wordsOf({ rule, problems, severity }: ProblemGroup): GroupWords {
  const own = rule === undefined ? undefined : byRule[rule];
  return own ? own(problems.length, severity) : { title: problems[0].message };
}
