import { waitingIn } from "@/components/settings/queries/running";
import { countOf } from "@/components/settings/store/words";
import type { RunningReport } from "@/lib/shared/contract/running";

/** "Apply 3 changes", or another effect of applying. */
export function applyWords(report: Pick<RunningReport, "settings" | "reload">): string {
  const count = waitingIn(report).length;
  if (count > 0) return `Apply ${countOf(count, "change")}`;
  return report.reload === "broker" ? "Reload the file" : "Restart the instance";
}
