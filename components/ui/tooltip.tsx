"use client";

import { Tooltip as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

export const TooltipRoot = Primitive.Root;
export const TooltipTrigger = Primitive.Trigger;

export function TooltipContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        data-slot="tooltip-content"
        sideOffset={6}
        collisionPadding={8}
        className={cn("z-50 max-w-72 rounded-md bg-foreground px-2 py-1 text-xs text-background", className)}
        {...props}
      />
    </Primitive.Portal>
  );
}

export interface TooltipProps {
  /** What to say. It describes the trigger and does not name it: an icon button still needs its `aria-label`. */
  content: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  /** One element that takes focus. */
  children: ReactNode;
}

export function Tooltip({ content, side, children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={400}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <TooltipContent side={side}>{content}</TooltipContent>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
