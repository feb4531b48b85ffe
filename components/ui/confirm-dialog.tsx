"use client";

import { AlertDialog as Primitive } from "radix-ui";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { Button } from "./button";
import { cn } from "./cn";
import { dialogFooter, dialogPanel, dialogPlaces, dialogWidths, overlay, useReturnedFocus } from "./dialog";

export interface ConfirmDialogProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The element that opens the dialog. */
  trigger?: ReactNode;
  /** A question that names the object, such as "Revoke the token of Weather?". */
  title: string;
  description: ReactNode;
  children?: ReactNode;
  /** A verb with an object, such as "Revoke token". */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: "danger" | "neutral";
  busy?: boolean;
  /** If the function returns a promise, the parent closes the dialog instead. */
  onConfirm: () => void | Promise<unknown>;
}

/** Initially focuses the confirm button or, if the tone is `danger`, the Cancel button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, children, confirmLabel, cancelLabel = "Cancel", tone = "danger" } = props;

  const action = useRef<HTMLButtonElement>(null);
  const focus = useReturnedFocus({
    onOpenAutoFocus(event) {
      if (tone === "danger") return;
      event.preventDefault();
      action.current?.focus();
    },
  });

  function confirm(event: MouseEvent) {
    if (props.onConfirm() instanceof Promise) event.preventDefault();
  }

  return (
    <Primitive.Root open={props.open} onOpenChange={props.onOpenChange}>
      {props.trigger ? <Primitive.Trigger asChild>{props.trigger}</Primitive.Trigger> : null}
      <Primitive.Portal>
        <Primitive.Overlay className={overlay} />
        <Primitive.Content className={cn(dialogPanel, dialogPlaces.middle, dialogWidths.narrow)} {...focus}>
          <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-6 py-6 max-sm:px-4">
            <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
            <Primitive.Description asChild>
              <div className="text-muted-foreground">{description}</div>
            </Primitive.Description>
            {children}
          </div>
          <div className={dialogFooter}>
            <Primitive.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </Primitive.Cancel>
            <Primitive.Action asChild onClick={confirm}>
              <Button ref={action} variant={tone === "danger" ? "danger" : "primary"} busy={props.busy}>
                {confirmLabel}
              </Button>
            </Primitive.Action>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
