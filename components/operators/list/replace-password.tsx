"use client";

import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { FormField } from "@/components/shell/form/form-field";
import { PasswordField, passwordCheck } from "@/components/shell/form/password-field";
import { PasswordInput } from "@/components/shell/form/password-input";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import type { PanelOperator } from "@/lib/shared/contract/operators";
import { replacePassword } from "../queries/operators";

const schema = z.object({
  next: z.string().check(z.minLength(8, "Use at least 8 characters.")),
  password: passwordCheck,
});

/** A new password for another operator, who has forgotten theirs. */
export function ReplacePassword({ operator: { id, username } }: { operator: PanelOperator }) {
  const [open, setOpen] = useState(false);
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { next: "", password: "" },
    request: (input) => replacePassword(id, input),
    onDone() {
      toast.success(`${username} has a new password`);
      change(false);
    },
  });
  const change = (next: boolean) => {
    setOpen(next);
    form.reset();
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={change}
      trigger={
        <Button size="sm">
          Set password<span className="sr-only"> of {username}</span>
        </Button>
      }
      title={`Set a new password for ${username}?`}
      description={`Signs ${username} out everywhere. Hand the password over in a safe way; ${username} can change it after signing in.`}
      action="Set password"
      busy={isBusy}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <FormField label="New password" help="At least 8 characters." error={errors.next?.message}>
        {(control) => <PasswordInput {...control} {...form.register("next")} autoComplete="new-password" />}
      </FormField>
      <PasswordField {...form.register("password")} error={errors.password?.message} />
    </FormDialog>
  );
}
