"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FormFailure } from "@/components/shell/form/form-parts";
import { configQuery } from "@/components/settings/queries/config";
import { ConfirmDialog, type ConfirmDialogProps } from "@/components/ui/confirm-dialog";

interface ConfirmRequestProps<Result> extends Pick<
  ConfirmDialogProps,
  "title" | "description" | "confirmLabel" | "tone" | "children"
> {
  request: () => Promise<Result>;
  onDone: (result: Result) => void;
  failed: string;
  onClose: () => void;
}

/** If the request fails, the dialog stays open and shows why. */
export function ConfirmRequest<Result>(props: ConfirmRequestProps<Result>) {
  const { request, onDone, failed, onClose, children, ...dialog } = props;
  const client = useQueryClient();
  const { error, isPending, mutateAsync } = useMutation({
    mutationFn: request,
    onSuccess(result) {
      onDone(result);
      onClose();
    },
    // Refetches after a refusal too, because the refusal may mean that the dialog's data is out of date.
    onSettled: () => void client.invalidateQueries({ queryKey: configQuery().queryKey }),
  });
  return (
    <ConfirmDialog
      {...dialog}
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      busy={isPending}
      onConfirm={() => mutateAsync().catch(() => undefined)}
    >
      {children}
      <FormFailure message={error?.message} title={failed} />
    </ConfirmDialog>
  );
}
