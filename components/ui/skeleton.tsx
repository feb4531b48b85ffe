import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A grey block where something will be. Give it the size of what it stands for, and its container `aria-busy`. */
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
