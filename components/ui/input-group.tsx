import type { ComponentProps } from "react";
import { cn } from "./cn";

/**
 * A control with something at its edges: a unit after a number, a button after a secret. The group draws the border and
 * the focus ring; put an `<Input>` and any number of `<InputAffix>` or small buttons inside.
 */
export function InputGroup({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="input-group"
      role="group"
      className={cn(
        "flex w-full items-center rounded-lg border border-input bg-surface transition-colors",
        "hover:border-muted-foreground has-[input:focus-visible]:border-ring",
        "has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-ring",
        "has-[input:disabled]:bg-muted has-[input[aria-invalid=true]]:border-danger",
        "has-[input[aria-invalid=true]:focus-visible]:outline-danger",
        "[&_[data-slot=input]]:border-0 [&_[data-slot=input]]:bg-transparent",
        "[&_[data-slot=input]]:h-[34px] [&_[data-slot=input]]:outline-none max-sm:[&_[data-slot=input]]:h-[42px]",
        className,
      )}
      {...props}
    />
  );
}

/** Subdued text inside an InputGroup. Reference it in the control's `aria-describedby` when it carries meaning. */
export function InputAffix({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      data-slot="input-affix"
      className={cn(
        "shrink-0 px-3 text-sm text-muted-foreground first:pr-0 last:pl-0 last:not-first:pl-0",
        className,
      )}
      {...props}
    />
  );
}
