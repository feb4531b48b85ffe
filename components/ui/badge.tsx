import type { ComponentProps } from "react";
import { cn } from "./cn";
import { softTone, type Tone } from "./tone";

export interface BadgeProps extends ComponentProps<"span"> {
  tone?: Tone;
}

/** A word or a number beside a name. Its tone never carries the meaning alone: the text says it. */
export function Badge({ className, tone = "neutral", ...props }: BadgeProps) {
  return (
    <span
      data-slot="badge"
      className={cn(
        "inline-flex h-5 shrink-0 items-center gap-1 rounded-full border px-2 text-xs font-medium whitespace-nowrap",
        "[&_svg]:size-3 [&_svg]:shrink-0",
        softTone[tone],
        className,
      )}
      {...props}
    />
  );
}
