import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Text that only screen readers read. */
export function VisuallyHidden({ className, ...props }: ComponentProps<"span">) {
  return <span className={cn("sr-only", className)} {...props} />;
}
