"use client";

import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { Button } from "./button";
import { cn } from "./cn";
import { overlay } from "./overlay";

export const Sheet = Primitive.Root;
export const SheetTrigger = Primitive.Trigger;
export const SheetTitle = Primitive.Title;

export interface SheetContentProps extends ComponentProps<typeof Primitive.Content> {
  side?: "left" | "right";
  closeLabel?: string;
}

/** A drawer at an edge of the page. Must contain a SheetTitle, which may be visually hidden. */
export function SheetContent({
  side = "right",
  closeLabel = "Close",
  className,
  children,
  ...props
}: SheetContentProps) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlay} />
      <Primitive.Content
        data-slot="sheet-content"
        className={cn(
          "fixed inset-y-0 z-50 flex w-80 max-w-[calc(100vw-48px)] flex-col bg-surface outline-none",
          side === "left"
            ? "left-0 border-r data-[state=open]:animate-drawer"
            : "right-0 border-l data-[state=open]:animate-drawer-right",
          className,
        )}
        {...props}
      >
        <div data-slot="sheet-body" className="flex min-h-0 flex-1 flex-col overflow-y-auto">
          {children}
        </div>
        <Primitive.Close asChild>
          <Button variant="quiet" size="icon" aria-label={closeLabel} className="absolute top-2 right-2 z-20">
            <X aria-hidden="true" />
          </Button>
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Portal>
  );
}
