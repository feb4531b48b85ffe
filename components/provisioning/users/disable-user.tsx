"use client";

import { ConfirmButton } from "@/components/shell/form/confirm-button";
import { useChange } from "@/components/shell/form/use-change";
import { Button } from "@/components/ui/button";
import type { PanelUser } from "@/lib/shared/contract/users";
import { allUsers, changeUser } from "../queries/users";

export function DisableUser({ user: { id, username, disabled, operator } }: { user: PanelUser }) {
  const enable = useChange({
    request: () => changeUser(id, { disabled: false }),
    done: () => `${username} enabled`,
    changes: allUsers,
  });
  return disabled ? (
    <Button busy={enable.isPending} onClick={() => enable.mutate()}>
      Enable user
    </Button>
  ) : (
    <ConfirmButton
      title={`Disable ${username}?`}
      description={`The instance immediately refuses every token of ${username}, until the user is enabled again. Their bots continue to work${operator ? ". To disable their sign-in to this panel, use the Operators page" : ""}.`}
      confirmLabel="Disable user"
      request={() => changeUser(id, { disabled: true })}
      done={() => `${username} disabled`}
      changes={allUsers}
    >
      Disable user
    </ConfirmButton>
  );
}
