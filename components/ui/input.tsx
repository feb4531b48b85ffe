"use client";

import type { ComponentProps } from "react";
import { cn } from "./cn";
import { control, controlHeight, controlText } from "./control";
import { useTypedEarly } from "./use-typed-early";

export function Input({ className, type = "text", ref, ...props }: ComponentProps<"input">) {
  return (
    <input
      ref={useTypedEarly(ref)}
      data-slot="input"
      type={type}
      className={cn(control, controlHeight, controlText, "read-only:bg-muted", className)}
      {...props}
    />
  );
}
