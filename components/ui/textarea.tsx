"use client";

import type { ComponentProps } from "react";
import { cn } from "./cn";
import { control, controlText } from "./control";
import { useTypedEarly } from "./use-typed-early";

export interface TextareaProps extends ComponentProps<"textarea"> {
  /** Uses a smaller monospace font, for example for JSON. */
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

/** A secret or a link for copying. When it gets the focus, its whole text is selected. */
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
