import type { ReactNode } from "react";
import { cn } from "./cn";
import { Link } from "./link";

interface PlotMarkProps {
  /** Distance from the plot's left edge, from 0 to 1. */
  at: number;
  /** Distance from the plot's top edge. If absent, the mark is at the bottom, with a line over the whole height. */
  top?: number;
  href: string;
  label: string;
  tone?: "accent" | "warning";
  count?: number;
  /** Shown while the mark is hovered or focused. */
  children: ReactNode;
}

const tones = {
  accent: { dot: "bg-accent", number: "bg-accent text-accent-foreground" },
  warning: { dot: "bg-warning", number: "bg-warning-soft text-warning-text" },
};

/** It links to the page about the event. */
export function PlotMark({ at, top, href, label, tone = "accent", count = 1, children }: PlotMarkProps) {
  return (
    <>
      {top === undefined ? (
        <span
          aria-hidden="true"
          className={cn("absolute inset-y-0 w-px opacity-40", tones[tone].dot)}
          style={{ left: `${at * 100}%` }}
        />
      ) : null}
      <Link
        href={href}
        aria-label={count > 1 ? `${count}: ${label}` : label}
        style={{ left: `${at * 100}%`, top: top === undefined ? "100%" : `${top * 100}%` }}
        className="group/mark pointer-events-auto absolute grid size-6 -translate-1/2 place-items-center rounded-full hover:z-20 focus-visible:z-20"
      >
        <span
          className={cn(
            "grid place-items-center rounded-full ring-2 ring-surface",
            count > 1
              ? `h-4 min-w-4 px-1 text-xs leading-none font-semibold ${tones[tone].number}`
              : `size-2.5 ${tones[tone].dot}`,
          )}
        >
          {count > 1 ? count : null}
        </span>
        <span
          aria-hidden="true"
          className={cn(
            "pointer-events-none absolute bottom-full mb-1 hidden w-max max-w-60 flex-col gap-0.5 rounded-lg border bg-surface-raised px-3 py-2 text-left text-sm text-foreground shadow-raised max-sm:max-w-40",
            // Hidden with `display: none`, because an invisible element could still make a narrow page scroll sideways.
            "group-hover/mark:flex group-focus-visible/mark:flex",
            at < 0.3 ? "left-0" : at > 0.7 ? "right-0" : "left-1/2 -translate-x-1/2",
          )}
        >
          {children}
        </span>
      </Link>
    </>
  );
}
