import type { ComponentProps } from "react";
import { cn } from "./cn";

/** The browser's own select. For a few short options next to another control, such as the units of a number. */
export function NativeSelect({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className="native-select">
      <select data-slot="native-select" className={cn("pr-8 pl-3", className)} {...props}>
        {children}
      </select>
    </span>
  );
}
