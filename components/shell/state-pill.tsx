import type { LucideIcon } from "lucide-react";
import { Link } from "@/components/ui/link";
import { cn } from "@/components/ui/cn";
import { softTone, type Tone } from "@/components/ui/tone";

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
        "relative inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium whitespace-nowrap tabular-nums max-sm:px-2",
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
