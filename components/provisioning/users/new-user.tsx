"use client";

import { useRouter } from "next/navigation";
import * as z from "zod/mini";
import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { allUsers, createUser } from "../queries/users";

const username = textField(
  { label: "Username" },
  z.string().check(z.trim(), z.minLength(1, "Enter a username.")),
);

export function NewUser() {
  const router = useRouter();
  return (
    <FormDialog
      trigger={<Button variant="primary">Create user</Button>}
      title="Create user"
      description="An account of this instance, with the default rights. The user has no password, and acts through tokens that you create."
      action="Create user"
      fields={{ username }}
      request={({ username }) => createUser(username)}
      changes={allUsers}
      done={({ username }) => `User ${username} created`}
      onDone={({ id }) => router.push(`/users/${id}`)}
    />
  );
}
