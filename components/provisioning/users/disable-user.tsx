"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import type { PanelUser } from "@/lib/shared/contract/users";
import { allUsers, changeUser } from "../queries/users";

export function DisableUser({ user }: { user: PanelUser }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (disabled: boolean) => changeUser(user.id, { disabled }),
    onSuccess: ({ username, disabled }) => toast.success(`${username} ${disabled ? "disabled" : "enabled"}`),
    onError: (error) => toast.error("Nothing was changed", { description: error.message }),
    onSettled: () => client.invalidateQueries(allUsers),
  });
  if (user.disabled)
    return (
      <Button busy={change.isPending} onClick={() => change.mutate(false)}>
        Enable user
      </Button>
    );
  return (
    <ConfirmDialog
      trigger={<Button busy={change.isPending}>Disable user</Button>}
      title={`Disable ${user.username}?`}
      description={`The instance immediately refuses every token of ${user.username}, until the user is enabled again. Their bots continue to work${user.operator ? ". To disable their sign-in to this panel, use the Operators page" : ""}.`}
      confirmLabel="Disable user"
      onConfirm={() => change.mutate(true)}
    />
  );
}
