import Link from "next/link";
import { cn } from "@/components/ui/cn";
import { softTone, type Tone } from "@/components/ui/tone";

export type FileStateSummary = "loading" | "valid" | "warnings" | "problems" | "changed-outside" | "unusable";

export interface FileStatePillProps {
  state: FileStateSummary;
  /** How many there are, for `warnings` and `problems`. */
  problems?: number;
  /** Link to the details. */
  href?: string;
}

const tones: Record<FileStateSummary, Tone> = {
  loading: "neutral",
  valid: "success",
  warnings: "warning",
  problems: "danger",
  "changed-outside": "warning",
  unusable: "danger",
};

const dots: Record<FileStateSummary, string> = {
  loading: "bg-input",
  valid: "bg-success",
  warnings: "bg-warning",
  problems: "bg-danger",
  "changed-outside": "bg-warning",
  unusable: "bg-danger",
};

function words(state: FileStateSummary, problems: number): string {
  switch (state) {
    case "loading":
      return "Reading file";
    case "valid":
      return "File valid";
    case "warnings":
      return problems === 1 ? "1 warning" : `${problems} warnings`;
    case "problems":
      return problems === 1 ? "1 problem" : `${problems} problems`;
    case "changed-outside":
      return "Changed outside";
    case "unusable":
      return "File unusable";
  }
}

/** The state of the configuration file in the top bar, with a link to the details. */
export function FileStatePill({ state, problems = 0, href = "/" }: FileStatePillProps) {
  return (
    <Link
      href={href}
      className={cn(
        "relative inline-flex h-7 items-center gap-2 rounded-full border px-3 text-xs font-medium whitespace-nowrap",
        "max-sm:before:absolute max-sm:before:inset-x-0 max-sm:before:-inset-y-2",
        softTone[tones[state]],
      )}
    >
      <span aria-hidden="true" className={cn("size-2 rounded-full", dots[state])} />
      {words(state, problems)}
    </Link>
  );
}
