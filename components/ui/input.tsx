import type { ComponentProps } from "react";
import { cn } from "./cn";
import { control, controlHeight, controlText } from "./control";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return (
    <input
      data-slot="input"
      type={type}
      className={cn(control, controlHeight, controlText, "read-only:bg-muted", className)}
      {...props}
    />
  );
}
