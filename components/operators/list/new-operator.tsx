"use client";

import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { FormField } from "@/components/shell/form/form-field";
import { PasswordInput } from "@/components/shell/form/password-input";
import { useOpenDialog } from "@/components/shell/form/use-open-dialog";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toaster";
import { createOperator, operatorsQuery } from "../queries/operators";

const schema = z.object({
  username: z
    .string()
    .check(
      z.trim(),
      z.minLength(2, "Use at least 2 characters."),
      z.maxLength(32, "Use at most 32 characters."),
    ),
  password: z.string().check(z.minLength(8, "Use at least 8 characters.")),
});

export function NewOperator() {
  const [open, setOpen] = useOpenDialog();
  const client = useQueryClient();
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { username: "", password: "" },
    request: createOperator,
    async onDone({ username }) {
      await client.invalidateQueries({ queryKey: operatorsQuery().queryKey });
      toast.success(`Operator ${username} added`);
      setOpen(false);
      form.reset();
    },
  });

  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="primary">Add operator</Button>}
      title="Add operator"
      description="An operator can change every setting and manage other operators."
      action="Add operator"
      busy={isBusy}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <FormField label="Username" error={errors.username?.message}>
        {(control) => (
          <Input {...control} {...form.register("username")} autoComplete="off" autoCapitalize="none" />
        )}
      </FormField>
      <FormField
        label="Password"
        help="At least 8 characters. The operator can change it after signing in."
        error={errors.password?.message}
      >
        {(control) => (
          <PasswordInput {...control} {...form.register("password")} autoComplete="new-password" />
        )}
      </FormField>
    </FormDialog>
  );
}
