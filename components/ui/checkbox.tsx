"use client";

import { Check, Minus } from "lucide-react";
import { Checkbox as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Checkbox({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={cn(
        "group relative inline-grid size-4.5 shrink-0 place-items-center rounded-sm border border-input bg-surface",
        "transition-colors hover:border-muted-foreground aria-invalid:border-danger",
        "disabled:cursor-not-allowed disabled:opacity-50",
        "data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=checked]:text-accent-foreground",
        "data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent",
        "data-[state=indeterminate]:text-accent-foreground",
        "max-sm:before:absolute max-sm:before:-inset-3.5",
        className,
      )}
      {...props}
    >
      <Primitive.Indicator>
        <Check
          aria-hidden="true"
          className="size-3.5 group-data-[state=indeterminate]:hidden"
          strokeWidth={3}
        />
        <Minus
          aria-hidden="true"
          className="hidden size-3.5 group-data-[state=indeterminate]:block"
          strokeWidth={3}
        />
      </Primitive.Indicator>
    </Primitive.Root>
  );
}
