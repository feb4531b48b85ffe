"use client";

import { ChevronRight, CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import type { CalloutProps } from "@/components/ui/callout";
import { cn, type Tone } from "@/components/ui/cn";
import { GotIt, useMayWait } from "./got-it";

const icons = {
  neutral: { Icon: Info, word: "Note", color: "text-muted-foreground" },
  accent: { Icon: Info, word: "Note", color: "text-accent-text" },
  warning: { Icon: TriangleAlert, word: "Warning", color: "text-warning-text" },
  danger: { Icon: CircleAlert, word: "Error", color: "text-danger-text" },
  success: { Icon: CircleCheck, word: "Done", color: "text-success-text" },
} satisfies Record<Tone, unknown>;

export interface NeedsRowProps extends CalloutProps {
  detail?: ReactNode;
  icon?: ReactNode;
  isOpen?: boolean;
}

/**
 * A row of 44 px with a title and an action. A chevron shows the explanation below. It has the props of `Callout`, so
 * that it can replace a callout.
 */
export function NeedsRow({
  tone = "warning",
  title,
  detail,
  icon,
  actions,
  isOpen = tone === "danger",
  children,
}: NeedsRowProps) {
  const [open, setOpen] = useState(isOpen);
  const id = useId();
  const { Icon, word, color } = icons[tone];
  const heading = useRef<HTMLParagraphElement>(null);
  const mayWait = useMayWait();
  const hasMore = mayWait !== null || (children !== undefined && children !== null && children !== false);
  return (
    <li>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 sm:flex-nowrap sm:px-6">
        {icon ?? <Icon role="img" aria-label={word} className={`size-4 shrink-0 ${color}`} />}
        <div
          id={id}
          className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-2 wrap-anywhere sm:py-1.5"
        >
          <p ref={heading} className="font-medium">
            {title}
          </p>
          {detail ? <div className="min-w-0 text-sm text-muted-foreground">{detail}</div> : null}
        </div>
        {actions ? (
          <div className="order-1 flex min-w-0 flex-wrap gap-2 pb-2 max-sm:basis-full max-sm:pl-7 sm:order-none sm:shrink-0 sm:flex-nowrap sm:py-1">
            {actions}
          </div>
        ) : null}
        {hasMore ? (
          <button
            type="button"
            aria-expanded={open}
            aria-label={open ? "Hide the explanation" : "Explain"}
            aria-describedby={id}
            onClick={() => setOpen(!open)}
            className="grid size-7 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground max-sm:-mr-2 max-sm:size-11"
          >
            <ChevronRight
              aria-hidden="true"
              className={cn("size-4 transition-transform", open && "rotate-90")}
            />
          </button>
        ) : (
          <span className="w-7 shrink-0 max-sm:hidden" />
        )}
      </div>
      {hasMore ? (
        <div
          hidden={!open}
          className="max-w-4xl px-4 pb-3 pl-11 text-sm wrap-anywhere text-muted-foreground sm:px-6 sm:pl-13"
        >
          {children}
          {mayWait === null ? null : (
            <div className="mt-1 -ml-2.5">
              <GotIt rowKey={mayWait} title={() => heading.current?.textContent ?? mayWait} />
            </div>
          )}
        </div>
      ) : null}
    </li>
  );
}
