"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import type { PanelOperator } from "@/lib/shared/contract/operators";
import { operatorsQuery, removeOperator } from "../queries/operators";

export function RemoveOperator({ operator: { id, username } }: { operator: PanelOperator }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeOperator(id),
    onSuccess: () => {
      toast.success(`${username} removed`);
      return client.invalidateQueries({ queryKey: operatorsQuery().queryKey });
    },
    onError: (error) => toast.error("Nothing was changed", { description: error.message }),
  });
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" busy={remove.isPending}>
          Remove<span className="sr-only"> {username}</span>
        </Button>
      }
      title={`Remove ${username}?`}
      description={`${username} is signed out immediately and can never sign in again. The history and the audit log keep the name.`}
      confirmLabel="Remove operator"
      onConfirm={() => remove.mutate()}
    />
  );
}
