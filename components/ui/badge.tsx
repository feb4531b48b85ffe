import type { ComponentProps } from "react";
import { cn, softTone, type Tone } from "./cn";

const sizes = { sm: "h-4.5 px-1.5", md: "h-5 px-2" } as const;

export interface BadgeProps extends ComponentProps<"span"> {
  tone?: Tone;
  size?: keyof typeof sizes;
}

/** A word or a number next to a name. Its text must be clear without the color. */
export function Badge({ className, tone = "neutral", size = "md", ...props }: BadgeProps) {
  return (
    <span
      data-slot="badge"
      className={cn(
        "inline-flex shrink-0 items-center gap-1 rounded-full border text-xs font-medium whitespace-nowrap",
        "[&_svg]:size-3 [&_svg]:shrink-0",
        sizes[size],
        softTone[tone],
        className,
      )}
      {...props}
    />
  );
}
