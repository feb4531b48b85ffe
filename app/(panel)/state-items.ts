import {
  Check,
  CircleAlert,
  CircleDashed,
  CircleHelp,
  FileCheck2,
  FileDiff,
  PencilLine,
  RotateCcw,
  TriangleAlert,
} from "lucide-react";
import { countOf } from "@/components/settings/store/words";
import type { Mark } from "@/components/shell/marks";
import type { StateItem } from "@/components/shell/state-pill";
import { downParts, isOutage, stateLooks } from "@/components/shell/status-words";
import type { FileSummary } from "@/lib/shared/contract/config-snapshot";
import type { RunningReport } from "@/lib/shared/contract/running";
import { isEnded, waitsForOperator } from "@/lib/shared/contract/values";
import type { InstanceStatus } from "@/lib/shared/contract/watch";

interface Known {
  status: InstanceStatus | undefined;
  file: FileSummary;
  report: RunningReport | undefined;
  marks: Mark;
  isChangedOutside: boolean;
}

export function stateItems({
  status,
  file,
  report,
  marks,
  isChangedOutside,
}: Known): [StateItem, ...StateItem[]] {
  const { state } = status ?? { state: "unknown" };
  const look = stateLooks[state];
  const apply = report?.apply && !isEnded(report.apply.state) ? report.apply.state : null;
  const isUsable = file.file.state === "usable";
  const warnings = marks.problems - marks.errors;
  const instance: StateItem = {
    href: "/",
    tone: look.tone,
    icon: state === "up" ? Check : state === "unknown" ? CircleDashed : CircleAlert,
    short: look.word,
    words:
      status && isOutage(status)
        ? `${look.word}: ${downParts(status)}`
        : `Instance: ${look.word.toLowerCase()}`,
  };
  const urgent: (StateItem | false)[] = [
    isOutage(status) && instance,
    !isUsable && {
      href: "/",
      tone: "danger",
      icon: CircleAlert,
      short: "File error",
      words: "The file is unusable",
    },
    apply !== null &&
      waitsForOperator(apply) && {
        href: "/running",
        tone: "warning",
        icon: CircleHelp,
        short: "Your decision",
        words: "An apply is waiting for your decision",
      },
    marks.errors > 0 && {
      href: "/",
      tone: "danger",
      icon: CircleAlert,
      count: marks.errors,
      short: marks.errors === 1 ? "problem" : "problems",
      words: `${countOf(marks.errors, "problem")} in the file`,
    },
    apply !== null &&
      !waitsForOperator(apply) && {
        href: "/running",
        tone: "accent",
        icon: RotateCcw,
        short: "Applying",
        words: "Applying the file",
      },
    isChangedOutside &&
      isUsable && {
        href: "/settings/history",
        tone: "warning",
        icon: FileDiff,
        short: "Changed outside",
        words: "The file was changed outside the panel",
      },
    marks.unsaved > 0 && {
      href: "/settings?filter=unsaved",
      tone: "warning",
      icon: PencilLine,
      count: marks.unsaved,
      short: "unsaved",
      words: countOf(marks.unsaved, "unsaved change"),
    },
    apply === null &&
      marks.pending > 0 && {
        href: "/running",
        tone: "warning",
        icon: RotateCcw,
        count: marks.pending,
        short: "to apply",
        words: `${countOf(marks.pending, "change")} to apply`,
      },
    isUsable &&
      warnings > 0 && {
        href: "/",
        tone: "warning",
        icon: TriangleAlert,
        count: warnings,
        short: warnings === 1 ? "warning" : "warnings",
        words: `${countOf(warnings, "warning")} in the file`,
      },
  ];
  const calm: (StateItem | false)[] = [
    !isOutage(status) && instance,
    isUsable &&
      marks.problems === 0 && {
        href: "/settings",
        tone: "success",
        icon: FileCheck2,
        short: "File valid",
        words: "The file is valid",
      },
  ];
  const [first = instance, ...others] = [...urgent, ...calm].filter((item) => item !== false);
  return [first, ...others];
}
