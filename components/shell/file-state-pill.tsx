import { Check, CircleAlert, FileDiff, type LucideIcon, TriangleAlert } from "lucide-react";
import { StatePill } from "./state-pill";
import type { Tone } from "@/components/ui/tone";

export type FileStateSummary = "valid" | "warnings" | "problems" | "changed-outside" | "unusable";

export interface FileStatePillProps {
  state: FileStateSummary;
  /** The number to show in the states `warnings` and `problems`. */
  problems?: number;
  /** URL of the page with the details. */
  href?: string;
}

const looks: Record<FileStateSummary, { tone: Tone; icon: LucideIcon; words: string }> = {
  valid: { tone: "success", icon: Check, words: "File valid" },
  warnings: { tone: "warning", icon: TriangleAlert, words: "warning" },
  problems: { tone: "danger", icon: CircleAlert, words: "problem" },
  "changed-outside": { tone: "warning", icon: FileDiff, words: "Changed outside" },
  unusable: { tone: "danger", icon: CircleAlert, words: "File unusable" },
};

export function FileStatePill({ state, problems = 0, href = "/" }: FileStatePillProps) {
  const { tone, icon, words } = looks[state];
  const isCounted = state === "warnings" || state === "problems";
  return (
    <StatePill
      href={href}
      tone={tone}
      icon={icon}
      count={isCounted ? problems : undefined}
      words={isCounted && problems !== 1 ? `${words}s` : words}
    />
  );
}
