import type { ComponentProps } from "react";
import { cn } from "./cn";
import { control } from "./control";

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(
        control,
        "field-sizing-content max-h-96 min-h-20 resize-y py-2 read-only:bg-muted",
        className,
      )}
      {...props}
    />
  );
}
