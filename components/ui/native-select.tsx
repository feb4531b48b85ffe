import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** The browser's native select, for a few short options next to another control, such as the units of a number. */
export function NativeSelect({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className="relative flex shrink-0 border-l">
      <select
        data-slot="native-select"
        className={cn(
          "h-[34px] cursor-default appearance-none rounded-r-lg bg-surface pr-8 pl-3 text-sm text-muted-foreground",
          "focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:bg-muted max-sm:h-[42px] max-sm:text-lg",
          className,
        )}
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  );
}
