import { countOf } from "@/components/settings/store/operations";
import { waitingIn } from "@/components/settings/queries/running";
import type { ApplyState, OfferedWay, RunningReport } from "@/lib/shared/contract/running";

/** In one sentence, what the running instance has of the file. */
export function runningWords(report: RunningReport): string {
  const count = waitingIn(report).length;
  if (report.state === "local")
    return "The panel's own endpoints read the file as it is, so nothing ever waits for a restart.";
  if (count === 0) {
    if (report.state === "told") return "The instance runs with what the file says.";
    return report.known
      ? "Nothing was saved since the instance was last restarted, as far as is known."
      : "Nobody can be asked what the instance runs with.";
  }
  if (report.state === "told" && waitingIn(report).every(({ isLoaded }) => isLoaded))
    return `The instance has loaded the file. ${countOf(count, "setting takes", "settings take")} effect only after a restart.`;
  if (report.state === "told")
    return `The instance read its file when it started. ${countOf(count, "setting")} changed since.`;
  return `The instance cannot be asked. ${countOf(count, "setting")} changed since it was last known to have restarted.`;
}

/** What applying does, before it is asked for. */
export function consequenceOf(way: OfferedWay | undefined): string {
  switch (way?.way) {
    case "command":
      return `Runs “${way.command ?? ""}” on the panel's machine. Everybody is disconnected until the instance is up again.`;
    case "api":
      return "Asks the instance to stop; its supervisor starts it again. Everybody is disconnected until then.";
    case "broker":
      return "The instance reads its file again without a restart. Nobody is disconnected.";
    case undefined:
      return "Restart the instance yourself.";
  }
}

export const wayWords: Readonly<Record<OfferedWay["way"], string>> = {
  command: "restart by command",
  api: "restart by request",
  broker: "reload",
};

export const applyTitles: Readonly<Record<ApplyState, string>> = {
  requested: "Looking at the instance",
  applying: "Telling the instance",
  confirming: "Waiting for the instance",
  asking: "Waiting for your decision",
  "rolling-back": "Rolling back",
  contested: "Waiting for your decision",
  reapplying: "Telling the instance again",
  reconfirming: "Waiting for the instance with the earlier version",
  confirmed: "Applied",
  "rolled-back": "Rolled back",
  kept: "Kept without being confirmed",
  failed: "Not applied",
};
