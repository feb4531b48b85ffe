"use client";

import type { ReactNode } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { ConfirmDialog, type ConfirmDialogProps } from "@/components/ui/confirm-dialog";
import { type Change, useChange } from "./use-change";

interface ConfirmButtonProps<Result>
  extends
    Change<Result>,
    Pick<ButtonProps, "size" | "variant">,
    Pick<ConfirmDialogProps, "title" | "description" | "confirmLabel" | "tone"> {
  children: ReactNode;
}

export function ConfirmButton<Result>(props: ConfirmButtonProps<Result>) {
  const { children, size, variant, title, description, confirmLabel, tone, ...change } = props;
  const { mutate, isPending } = useChange(change);
  return (
    <ConfirmDialog
      trigger={
        <Button size={size} variant={variant} busy={isPending}>
          {children}
        </Button>
      }
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      tone={tone}
      onConfirm={() => mutate()}
    />
  );
}
