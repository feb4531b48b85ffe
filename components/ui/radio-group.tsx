"use client";

import { RadioGroup as Primitive } from "radix-ui";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "./cn";

export function RadioGroup({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root className={cn("grid gap-2", className)} {...props} />;
}

/** Needs a label: either a `<Label htmlFor>` with its `id`, or a label around it. */
export function RadioGroupItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={cn(
        "relative inline-grid size-4.5 shrink-0 place-items-center rounded-full border border-input bg-surface",
        "transition-colors hover:border-muted-foreground aria-invalid:border-danger",
        "disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-accent",
        "max-sm:before:absolute max-sm:before:-inset-3.5",
        className,
      )}
      {...props}
    >
      <Primitive.Indicator className="size-2.5 rounded-full bg-accent forced-colors:bg-[Highlight]" />
    </Primitive.Item>
  );
}

interface RadioChoiceProps {
  value: string;
  title: ReactNode;
  children: ReactNode;
}

export function RadioChoice({ value, title, children }: RadioChoiceProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-11 items-start gap-2">
      <RadioGroupItem id={id} value={value} className="mt-0.5" />
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{title}</span>
        <span className="block text-sm text-muted-foreground">{children}</span>
      </span>
    </label>
  );
}
