"use client";

import { Switch as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** On or off, at once. The area that reacts to touch is 44 px high on small screens; the looks stay small. */
export function Switch({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      data-slot="switch"
      className={cn(
        "relative inline-flex h-5 w-9 shrink-0 items-center rounded-full bg-input transition-colors",
        "disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:bg-accent",
        "aria-invalid:outline-2 aria-invalid:outline-danger",
        "max-sm:before:absolute max-sm:before:-inset-x-1 max-sm:before:-inset-y-3",
        className,
      )}
      {...props}
    >
      <Primitive.Thumb className="block size-4 translate-x-0.5 rounded-full bg-white transition-transform data-[state=checked]:translate-x-4.5 forced-colors:bg-[ButtonText]" />
    </Primitive.Root>
  );
}
