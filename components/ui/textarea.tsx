import type { ComponentProps } from "react";
import { cn } from "./cn";
import { control, controlText } from "./control";

export interface TextareaProps extends ComponentProps<"textarea"> {
  /** For JSON, tokens and the like: monospace, one size smaller. */
  code?: boolean;
}

export function Textarea({ code, className, ...props }: TextareaProps) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(
        control,
        code ? "font-mono text-sm" : controlText,
        "field-sizing-content max-h-96 min-h-20 resize-y py-2 read-only:bg-muted",
        className,
      )}
      {...props}
    />
  );
}
