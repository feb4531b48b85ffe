import type { Problem, Severity } from "@/lib/shared/contract/config-snapshot";
import { countOf } from "@/components/settings/store/operations";
import { addressRule, type ProblemGroup, sharedMessage } from "./problem-groups";

interface GroupWords {
  /** Undefined where each problem speaks for itself. */
  title?: string;
  /** What it leads to. */
  message?: string;
  /** Replaces the label of a fix that covers the whole group. */
  fixLabel?: string;
}

/** Rules whose problems read better as one sentence than as many. */
const byRule: Readonly<Record<string, (count: number, severity: Severity) => GroupWords>> = {
  [addressRule]: (count, severity) => ({
    title: `${countOf(count, "address is", "addresses are")} not set`,
    // Where it is known that the instance refuses, it is an error.
    message: `The instance ${severity === "error" ? "does not" : "may refuse to"} start, and clients cannot find it.`,
  }),
  "unused-in-use": (count) => ({
    title: `${count} modified settings are unused`,
    message: "The instance never reads them. Remove them to keep the file tidy.",
    fixLabel: `Remove ${count} settings`,
  }),
  "captcha-required-but-off": (count) => ({
    title: `Captchas are required in ${count} places, but disabled`,
    message: "People can continue without a captcha. Enable captchas under Security, or stop requiring them.",
    fixLabel: "Stop requiring captchas",
  }),
};

/** How a group of several problems is headed and explained. */
export function wordsOf(group: ProblemGroup): GroupWords {
  const own = group.rule === undefined ? undefined : byRule[group.rule];
  return own ? own(group.problems.length, group.severity) : { title: sharedMessage(group) };
}

/** Titles of problems that the label of their setting would name as a task, such as "Close registration". */
const titles: Readonly<Record<string, string>> = {
  "registration-open": "Registration is open to everybody",
};

/** The title of a single problem; undefined if the label of its setting is its title. */
export function titleOfOne({ rule }: Problem): string | undefined {
  return rule === undefined ? undefined : titles[rule];
}
