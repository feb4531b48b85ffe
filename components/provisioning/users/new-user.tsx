"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { FormField } from "@/components/shell/form/form-field";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toaster";
import { allUsers, createUser } from "../queries/users";

const schema = z.object({ username: z.string().check(z.trim(), z.minLength(1, "Enter a username.")) });

export function NewUser() {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const router = useRouter();
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { username: "" },
    request: ({ username }) => createUser(username),
    async onDone({ id, username }) {
      await client.invalidateQueries(allUsers);
      toast.success(`User ${username} created`);
      setOpen(false);
      form.reset();
      router.push(`/users/${id}`);
    },
  });

  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="primary">Create user</Button>}
      title="Create user"
      description="An account of this instance, with the default rights. It has no password: it acts through tokens that you create."
      action="Create user"
      busy={isBusy}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <FormField label="Username" error={errors.username?.message}>
        {(control) => <Input {...control} {...form.register("username")} autoComplete="off" />}
      </FormField>
    </FormDialog>
  );
}
