"use client";

import { useQueryClient } from "@tanstack/react-query";
import { nameOf } from "@/components/shell/form/checks";
import { endField } from "@/components/shell/form/choice-field";
import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import type { UserDetail } from "@/lib/shared/contract/users";
import { allUsers, createToken } from "../queries/users";

const fields = {
  name: textField(
    { label: "Name", help: "What the token is for, so that you can find it later to revoke it." },
    nameOf(1, 60),
  ),
  days: endField([1, 7, 30, 90, 365], 90),
};

interface CreateTokenProps {
  user: UserDetail;
  onMade: (token: string, name: string) => void;
}

export function CreateToken({ user, onMade }: CreateTokenProps) {
  const client = useQueryClient();
  if (user.disabled)
    return (
      <p className="text-muted-foreground">
        This user is disabled, so their tokens do not work. Enable the user to create one.
      </p>
    );
  return (
    <FormDialog
      trigger={<Button variant="primary">Create token…</Button>}
      title={`Create a token for ${user.username}`}
      description={`Anybody with this token can act as ${user.username}. It is shown once.`}
      action="Create token"
      fields={fields}
      request={({ name, days }) => createToken(user.id, { name, expiresInDays: Number(days) })}
      onDone={({ token, entry }) => {
        onMade(token, entry.name);
        return client.invalidateQueries(allUsers);
      }}
    />
  );
}
