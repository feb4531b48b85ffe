"use client";

import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { Button } from "./button";
import { cn } from "./cn";

export const overlay = "fixed inset-0 z-50 bg-overlay";

/** A dialog is centered, except on small screens, where it is at the bottom edge within reach of the thumb. */
export const dialogPanel =
  "fixed z-50 flex max-h-[min(720px,calc(100dvh-32px))] flex-col border border-border-strong bg-surface-raised " +
  "text-foreground shadow-raised outline-none data-[state=open]:animate-rise max-sm:inset-x-0 max-sm:bottom-0 " +
  // Leaves space for a toast, which is at the top of small screens while a dialog is open.
  "max-sm:[:root:has([data-sonner-toast])_&]:max-h-[calc(100dvh-112px)] " +
  "max-sm:rounded-t-xl sm:left-1/2 sm:w-[calc(100vw-32px)] sm:-translate-x-1/2 sm:rounded-xl";

/** `top` fixes the upper edge of a dialog whose height changes. */
export const dialogPlaces = {
  middle: "sm:top-1/2 sm:-translate-y-1/2",
  top: "sm:top-[12dvh]",
} as const;

export const dialogWidths = {
  narrow: "sm:max-w-md",
  normal: "sm:max-w-lg",
  wide: "sm:max-w-2xl",
  widest: "sm:max-w-4xl",
} as const;

export const dialogFooter =
  "flex flex-wrap justify-end gap-2 border-t px-6 py-4 max-sm:flex-col-reverse max-sm:px-4";

export const Dialog = Primitive.Root;
export const DialogTrigger = Primitive.Trigger;
export const DialogClose = Primitive.Close;

interface DialogContentProps extends ComponentProps<typeof Primitive.Content> {
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
  footer?: ReactNode;
  /** Class names for the part that scrolls if the dialog is taller than the screen. */
  className?: string;
  children?: ReactNode;
}

export function DialogParts({ title, description, footer, className, children }: DialogPartsProps) {
  return (
    <>
      <div className="flex flex-col gap-1 pt-6 pr-14 pb-2 pl-6 max-sm:pl-4">
        <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
        <Primitive.Description className="text-muted-foreground">{description}</Primitive.Description>
      </div>
      <div
        className={cn(
          "flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-6 py-4 empty:hidden max-sm:px-4",
          className,
        )}
      >
        {children}
      </div>
      {footer ? <div className={dialogFooter}>{footer}</div> : null}
    </>
  );
}

interface OpenDialogProps extends DialogPartsProps, Omit<DialogContentProps, keyof DialogPartsProps> {
  onClose: () => void;
}

/** A dialog that is open while it is rendered. */
export function OpenDialog(props: OpenDialogProps) {
  const { title, description, footer, className, children, onClose, ...content } = props;
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || onClose()}>
      <DialogContent {...content}>
        <DialogParts title={title} description={description} footer={footer} className={className}>
          {children}
        </DialogParts>
      </DialogContent>
    </Dialog>
  );
}

interface FocusHandlers {
  onOpenAutoFocus?: (event: Event) => void;
  onCloseAutoFocus?: (event: Event) => void;
}

/**
 * Returns the focus to the previous element when a dialog closes, without scrolling. Radix does this only for
 * a dialog with a trigger. A shortcut, a menu or the page itself may also open a dialog.
 * @param handlers the dialog's own handlers, which are called first. A handler that sets the focus calls
 * `preventDefault`
 */
export function useReturnedFocus(handlers: FocusHandlers): Required<FocusHandlers> {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus(event) {
      opener.current = document.activeElement;
      handlers.onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus(event) {
      handlers.onCloseAutoFocus?.(event);
      const { current } = opener;
      if (event.defaultPrevented || !(current instanceof HTMLElement)) return;
      if (!current.isConnected || current === document.body) return;
      event.preventDefault();
      current.focus({ preventScroll: true });
    },
  };
}
