import { waitingIn } from "@/components/settings/queries/running";
import { countOf } from "@/components/settings/store/words";
import type { RunningReport } from "@/lib/shared/contract/running";

/** Label of the button that applies the file, such as "Apply 3 changes". */
export function applyWords(report: Pick<RunningReport, "settings" | "reload">): string {
  const count = waitingIn(report).length;
  if (count > 0) return `Apply ${countOf(count, "change")}`;
  return report.reload === "broker" ? "Reload the file" : "Restart the instance";
}
