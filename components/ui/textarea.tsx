"use client";

import type { ComponentProps } from "react";
import { cn } from "./cn";
import { control, controlText } from "./control";
import { useTypedEarly } from "./use-typed-early";

export interface TextareaProps extends ComponentProps<"textarea"> {
  /** For JSON, tokens and the like: monospace, one size smaller. */
  code?: boolean;
}

export function Textarea({ code, className, ref, ...props }: TextareaProps) {
  return (
    <textarea
      ref={useTypedEarly(ref)}
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

/** A secret or a link to copy: selected as a whole when it gets the focus. */
export function ShownText({
  label,
  ...props
}: Pick<TextareaProps, "rows" | "onCopy"> & { label: string; value: string }) {
  return (
    <Textarea
      readOnly
      aria-label={label}
      code
      className="break-all"
      onFocus={(event) => event.currentTarget.select()}
      {...props}
    />
  );
}
