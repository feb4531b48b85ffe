"use client";

import { useRouter } from "next/navigation";
import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { ConfirmButton } from "@/components/shell/form/confirm-button";
import { useChange } from "@/components/shell/form/use-change";
import { textField, typedNameField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import type { PanelUser, UserDetail } from "@/lib/shared/contract/users";
import { useInstance } from "../account/instance-provider";
import { allUsers, banUser, changeUser } from "../queries/users";

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

const reason = textField(
  { label: "Reason", help: "Optional. Stored by the instance." },
  z.string().check(z.maxLength(400, "Use at most 400 characters.")),
);

/** Deletes and bans a user. If the panel cannot do so, explains what is missing. */
export function BanUser({ user }: { user: UserDetail }) {
  const { lacks } = useInstance();
  const client = useQueryClient();
  const router = useRouter();
  const noBans = lacks("userBans");
  return (
    <Card
      title="Delete and ban"
      description={noBans ?? "Deletes the account and all of its data, and bans its owner from the instance."}
    >
      {noBans === null ? (
        <CardContent>
          <FormDialog
            trigger={<Button variant="danger-outline">Delete and ban…</Button>}
            title={`Delete and ban ${user.username}?`}
            description="The account, its messages and its memberships are deleted. This cannot be undone."
            action="Delete and ban"
            tone="danger"
            fields={{ name: typedNameField(user.username), reason }}
            request={({ reason }) => banUser(user.id, reason)}
            done={() => `${user.username} deleted and banned`}
            onDone={() => {
              router.push("/users");
              client.removeQueries(allUsers);
            }}
          />
        </CardContent>
      ) : null}
    </Card>
  );
}
