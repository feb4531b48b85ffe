"use client";

import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { Button } from "./button";
import { cn } from "./cn";
import { dialogFooter, dialogPanel, dialogPlaces, dialogWidths, overlay } from "./overlay";
import { useReturnedFocus } from "./use-returned-focus";

export const Dialog = Primitive.Root;
export const DialogTrigger = Primitive.Trigger;
export const DialogClose = Primitive.Close;

export interface DialogContentProps extends ComponentProps<typeof Primitive.Content> {
  width?: keyof typeof dialogWidths;
  place?: keyof typeof dialogPlaces;
}

/** The panel with its close button. It must hold a DialogTitle. */
export function DialogContent({
  width = "normal",
  place = "middle",
  className,
  children,
  onOpenAutoFocus,
  onCloseAutoFocus,
  ...props
}: DialogContentProps) {
  const focus = useReturnedFocus({ onOpenAutoFocus, onCloseAutoFocus });
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlay} />
      <Primitive.Content
        data-slot="dialog-content"
        className={cn(dialogPanel, dialogPlaces[place], dialogWidths[width], className)}
        {...focus}
        {...props}
      >
        {children}
        <Primitive.Close asChild>
          <Button variant="quiet" size="icon" aria-label="Close" className="absolute top-2 right-2">
            <X aria-hidden="true" />
          </Button>
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Portal>
  );
}

export function DialogHeader({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("flex flex-col gap-1 px-6 pt-6 pr-14 pb-2 max-sm:px-4", className)} {...props} />;
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof Primitive.Title>) {
  return <Primitive.Title className={cn("text-lg font-semibold", className)} {...props} />;
}

export function DialogDescription({ className, ...props }: ComponentProps<typeof Primitive.Description>) {
  return <Primitive.Description className={cn("text-muted-foreground", className)} {...props} />;
}

/** The part that scrolls when the dialog is taller than the screen. */
export function DialogBody({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="dialog-body"
      className={cn("min-h-0 flex-1 overflow-y-auto px-6 py-4 max-sm:px-4", className)}
      {...props}
    />
  );
}

export function DialogFooter({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="dialog-footer" className={cn(dialogFooter, className)} {...props} />;
}
