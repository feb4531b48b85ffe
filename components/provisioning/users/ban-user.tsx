"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { FormField } from "@/components/shell/form/form-field";
import { PasswordField, passwordCheck } from "@/components/shell/form/password-field";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toaster";
import type { UserDetail } from "@/lib/shared/contract/users";
import { wordsOf } from "../account/failure";
import { useInstance } from "../account/instance-provider";
import { allUsers, banUser } from "../queries/users";
import { TypedNameField, typedName } from "../typed-name";

/** Deletes a user and keeps them from coming back, or says what that needs. */
export function BanUser({ user }: { user: UserDetail }) {
  const { lacks } = useInstance();
  const noBans = lacks("userBans");
  return (
    <Card>
      <CardHeader>
        <CardTitle>Delete and ban</CardTitle>
        <CardDescription>
          {noBans ??
            "Deletes the account with everything that belongs to it, and bans its owner from the instance."}
        </CardDescription>
      </CardHeader>
      {noBans === null ? (
        <CardContent>
          <BanDialog user={user} />
        </CardContent>
      ) : null}
    </Card>
  );
}

function BanDialog({ user }: { user: UserDetail }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const router = useRouter();
  const { form, errors, submit, isBusy, refusal } = useRequestForm({
    schema: z.object({
      name: typedName(user.username),
      reason: z.string().check(z.maxLength(400, "Use at most 400 characters.")),
      password: passwordCheck,
    }),
    initial: { name: "", reason: "", password: "" },
    request: ({ reason, password }) => banUser(user.id, { reason, password }),
    onDone() {
      toast.success(`${user.username} deleted and banned`);
      router.push("/users");
      client.removeQueries(allUsers);
    },
  });
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        form.reset();
      }}
      trigger={<Button variant="danger">Delete and ban…</Button>}
      title={`Delete and ban ${user.username}?`}
      description="The account, its messages and its memberships are deleted. This cannot be undone."
      action="Delete and ban"
      tone="danger"
      busy={isBusy}
      failure={errors.root ? wordsOf(refusal) : undefined}
      onSubmit={submit}
    >
      <TypedNameField of={user.username} {...form.register("name")} error={errors.name?.message} />
      <FormField
        label="Reason"
        help="Kept by the instance. May be left empty."
        error={errors.reason?.message}
      >
        {(control) => <Input {...control} {...form.register("reason")} autoComplete="off" />}
      </FormField>
      <PasswordField {...form.register("password")} error={errors.password?.message} />
    </FormDialog>
  );
}
