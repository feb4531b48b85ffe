"use client";

import { Popover as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { popup } from "./popup";

export const Popover = Primitive.Root;
export const PopoverTrigger = Primitive.Trigger;
export const PopoverAnchor = Primitive.Anchor;
export const PopoverClose = Primitive.Close;

/** What pops up. It is a dialog to screen readers: name it with `aria-label` or `aria-labelledby`. */
export function PopoverContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        data-slot="popover-content"
        sideOffset={4}
        collisionPadding={8}
        className={cn(popup, "w-80 max-w-[calc(100vw-16px)] p-4", className)}
        {...props}
      />
    </Primitive.Portal>
  );
}
