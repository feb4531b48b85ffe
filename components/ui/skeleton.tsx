import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A gray placeholder with the size of the content that is loading. Set `aria-busy` on the element around it. */
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
