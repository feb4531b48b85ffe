"use client";

import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { choiceField } from "@/components/shell/form/choice-field";
import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import type { UserDetail } from "@/lib/shared/contract/users";
import { allUsers, createToken } from "../queries/users";

const fields = {
  name: textField(
    { label: "Name", help: "What the token is for, so that you can find it later to revoke it." },
    z
      .string()
      .check(z.trim(), z.minLength(1, "Enter a name."), z.maxLength(60, "Use at most 60 characters.")),
  ),
  days: choiceField(
    { label: "Ends" },
    [
      ["1", "In a day"],
      ["7", "In a week"],
      ["30", "In 30 days"],
      ["90", "In 90 days"],
      ["365", "In a year"],
    ],
    { initial: "90" },
  ),
};

interface CreateTokenProps {
  user: UserDetail;
  onMade: (token: string, name: string) => void;
}

/** Creates a token for scripts. */
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
