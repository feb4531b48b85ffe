"use client";

import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
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

/** Must contain a DialogTitle. */
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

export const DialogTitle = Primitive.Title;
export const DialogDescription = Primitive.Description;

interface DialogPartsProps {
  title: ReactNode;
  description: ReactNode;
  /** Buttons. The last one is the main action. */
  footer?: ReactNode;
  /** Class names for the part that scrolls if the dialog is higher than the screen. */
  className?: string;
  children?: ReactNode;
}

export function DialogParts({ title, description, footer, className, children }: DialogPartsProps) {
  return (
    <>
      <div className="flex flex-col gap-1 px-6 pt-6 pr-14 pb-2 max-sm:px-4">
        <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
        <Primitive.Description className="text-muted-foreground">{description}</Primitive.Description>
      </div>
      <div
        data-slot="dialog-body"
        className={cn(
          "flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-6 py-4 empty:hidden max-sm:px-4",
          className,
        )}
      >
        {children}
      </div>
      {footer ? (
        <div data-slot="dialog-footer" className={dialogFooter}>
          {footer}
        </div>
      ) : null}
    </>
  );
}
