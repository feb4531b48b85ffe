import { countOf } from "@/components/settings/store/words";
import { waitingIn } from "@/components/settings/queries/running";
import type { Tone } from "@/components/ui/cn";
import type { ApplyState, OfferedWay, RunningReport } from "@/lib/shared/contract/running";

/** Returns a sentence about how much of the file the running instance has loaded. */
export function runningWords(report: RunningReport): string {
  const count = waitingIn(report).length;
  if (report.state === "local")
    return "The panel's endpoints read the file on every request, so a save takes effect immediately.";
  if (count === 0) {
    if (report.state === "told") return "The instance has loaded all settings of the file.";
    return report.known
      ? "No known changes since the last restart."
      : "The panel cannot check which settings the instance has loaded.";
  }
  if (report.state === "told" && waitingIn(report).every(({ isLoaded }) => isLoaded))
    return `The instance has loaded the file. ${countOf(count, "setting takes", "settings take")} effect only after a restart.`;
  if (report.state === "told")
    return `The instance loaded the file at startup. ${countOf(count, "setting")} changed since then.`;
  return `The panel cannot check the running settings. ${countOf(count, "setting")} changed since the last known restart.`;
}

/** Describes the consequences of an apply, for its confirmation dialog. */
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
  "rolling-back": "Rolling back",
  contested: "Waiting for your decision",
  reapplying: "Reloading or restarting the instance again",
  reconfirming: "Waiting for the instance after the rollback",
  confirmed: "Applied",
  "rolled-back": "Rolled back",
  kept: "Kept unconfirmed",
  failed: "Not applied",
};

/** States without a tone are in progress. They use the accent color. */
export const applyTones: Partial<Record<ApplyState, Tone>> = {
  asking: "warning",
  contested: "warning",
  confirmed: "success",
  "rolled-back": "warning",
  kept: "warning",
  failed: "danger",
};

/** Returns the label of the button that applies the file, such as "Apply 3 changes". */
export function applyWords(report: Pick<RunningReport, "settings" | "reload">): string {
  const count = waitingIn(report).length;
  if (count > 0) return `Apply ${countOf(count, "change")}`;
  return report.reload === "broker" ? "Reload the file" : "Restart the instance";
}
