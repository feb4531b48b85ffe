import { countOf } from "@/components/settings/store/words";
import { waitingIn } from "@/components/settings/queries/running";
import type { Tone } from "@/components/ui/cn";
import type { ApplyState, OfferedWay, RunningReport } from "@/lib/shared/contract/running";
import { isInEffect } from "./evidence";
import { isEnded, waitsForOperator } from "@/lib/shared/contract/values";

export function settingsWords(report: RunningReport): string {
  const count = waitingIn(report).length;
  if (report.state === "local") return "Read from the file on every request";
  if (count > 0) {
    const changes = `${countOf(count, "change")} to apply`;
    return isInEffect(report) ? `${changes}, everything else is in effect` : changes;
  }
  if (report.unknownSince !== null) return "The panel cannot compare them with the file";
  if (report.known === null) return "Not reported";
  return isInEffect(report) ? "Everything is in effect" : "No changes to apply";
}

export interface Headline {
  title: string;
  icon: "good" | "bad" | "busy" | "none";
  about: "apply" | "changes" | "effect" | "unproven" | "local";
}

/** A failed apply is the title of the page for this long (ms) or, after a rollback, until its changes are fixed. */
const recently = 3_600_000;

export function headlineOf(report: RunningReport, changed: readonly string[], now: number): Headline {
  const { apply, state, known, unknownSince } = report;
  const count = waitingIn(report).length;
  if (apply && !isEnded(apply.state)) {
    const isQuestion = waitsForOperator(apply.state);
    const changeCount = apply.changes.length > 0 ? countOf(apply.changes.length, "change") : "the file";
    return {
      title: isQuestion ? "The apply is waiting for your decision" : `Applying ${changeCount}`,
      icon: "busy",
      about: "apply",
    };
  }
  if (count > 0) return { title: `${countOf(count, "change")} to apply`, icon: "none", about: "changes" };
  const hasFailed = apply?.state === "rolled-back" || apply?.state === "failed" || apply?.state === "kept";
  if (apply && hasFailed) {
    const isUnfixed = apply.takenBack.some(({ path }) => changed.includes(path));
    if (isUnfixed || now - Date.parse(apply.endedAt ?? apply.at) < recently) {
      const applyName = apply.version === null ? "The last apply" : `The apply of version ${apply.version}`;
      const words = {
        "rolled-back": "was rolled back",
        failed: "failed",
        kept: "was not confirmed",
      } as const;
      return {
        title: `${applyName} ${words[apply.state as keyof typeof words]}`,
        icon: "bad",
        about: "apply",
      };
    }
  }
  if (state === "local") return { title: "Changes take effect immediately", icon: "none", about: "local" };
  if (known === null || unknownSince !== null)
    return { title: "Not verified", icon: "none", about: "unproven" };
  return isInEffect(report)
    ? { title: "Everything is in effect", icon: "good", about: "effect" }
    : { title: "No changes to apply", icon: "none", about: "effect" };
}

export function rollbackWords({
  rollsBackTo,
  healthSeconds,
}: Pick<RunningReport, "rollsBackTo" | "healthSeconds">): string {
  if (rollsBackTo === null)
    return "No other version is known to work with this instance, so the panel cannot roll back.";
  const { version } = rollsBackTo;
  const back =
    version === null ? "the last version that worked" : `version ${version}, the last one that worked`;
  return `If the instance is not healthy within ${healthSeconds} seconds, the panel rolls back to ${back}, and keeps the changes as unsaved changes.`;
}

/**
 * Whether to offer "Mark as restarted". It is needed only if the panel might not detect a restart.
 */
export const canBeMarked = ({ state, settings, startedAt }: RunningReport): boolean =>
  startedAt === null && (state !== "told" || settings.some((one) => one.isLoaded || one.unlessEnvironment));

export function consequenceOf(way: OfferedWay | undefined): string {
  switch (way?.way) {
    case "command":
      return `Runs “${way.command ?? ""}” on the panel's machine. Everybody is disconnected until the instance is up again.`;
    case "broker":
      return "The instance reloads the file without a restart. Nobody is disconnected.";
    case undefined:
      return "Restart the instance yourself.";
  }
}

export const wayWords: Readonly<Record<OfferedWay["way"], string>> = {
  command: "restart by command",
  broker: "reload",
};

export const applyTitles: Readonly<Record<ApplyState, string>> = {
  requested: "Checking the instance",
  applying: "Reloading or restarting the instance",
  confirming: "Waiting for the instance",
  asking: "Waiting for your decision",
  "checking-in": "Waiting for your confirmation",
  "rolling-back": "Rolling back",
  contested: "Waiting for your decision",
  reapplying: "Reloading or restarting the instance again",
  reconfirming: "Waiting for the instance after the rollback",
  confirmed: "Applied",
  "rolled-back": "Rolled back",
  kept: "Kept unconfirmed",
  failed: "Failed",
};

/** States without a tone are in progress. They use the accent color. */
export const applyTones: Partial<Record<ApplyState, Tone>> = {
  asking: "warning",
  contested: "warning",
  "checking-in": "warning",
  confirmed: "success",
  "rolled-back": "warning",
  kept: "warning",
  failed: "danger",
};

export function applyWords(report: Pick<RunningReport, "settings" | "reload">): string {
  const count = waitingIn(report).length;
  if (count > 0) return `Apply ${countOf(count, "change")}`;
  return report.reload === "broker" ? "Reload the file" : "Restart the instance";
}
