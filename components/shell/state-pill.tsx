import { Check, CircleAlert, FileDiff, type LucideIcon, TriangleAlert } from "lucide-react";
import { cn, softTone, type Tone } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";

export interface StatePillProps {
  /** URL of the page with the details. */
  href: string;
  tone: Tone;
  icon: LucideIcon;
  /** A number before the words. Shown on small screens too. */
  count?: number;
  words: string;
}

/**
 * Shows a state in the top bar. On small screens, only the icon and the number are visible, and screen readers announce
 * the words.
 */
export function StatePill({ href, tone, icon: Icon, count, words }: StatePillProps) {
  return (
    <Link
      href={href}
      title={count === undefined ? words : `${count} ${words}`}
      className={cn(
        "relative inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium whitespace-nowrap tabular-nums max-sm:gap-1 max-sm:px-1.5",
        "max-sm:before:absolute max-sm:before:-inset-x-1 max-sm:before:-inset-y-2",
        softTone[tone],
      )}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      <span>
        {count === undefined ? null : `${count} `}
        <span className="max-sm:sr-only">{words}</span>
      </span>
    </Link>
  );
}

export type FileStateSummary = "valid" | "warnings" | "problems" | "changed-outside" | "unusable";

interface FileStatePillProps {
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
