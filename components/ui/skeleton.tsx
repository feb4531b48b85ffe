import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A gray placeholder. Give it the size of the content it replaces, and its container `aria-busy`. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="skeleton"
      aria-hidden="true"
      className={cn("animate-pulse rounded-md bg-muted", className)}
      {...props}
    />
  );
}
