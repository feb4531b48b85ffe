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
import { roles } from "@/lib/shared/role";
import { createOperator, operatorsQuery } from "../queries/operators";
import { RoleSelect } from "./role-select";

const schema = z.object({
  username: z
    .string()
    .check(
      z.trim(),
      z.minLength(2, "Use at least 2 characters."),
      z.maxLength(32, "Use at most 32 characters."),
    ),
  password: z.string().check(z.minLength(8, "Use at least 8 characters.")),
  role: z.enum(roles),
});

export function NewOperator() {
  const [open, setOpen] = useOpenDialog();
  const client = useQueryClient();
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { username: "", password: "", role: "editor" },
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
      description="The operator signs in with this username and password, and can do what the role allows."
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
      <FormField label="Role" error={errors.role?.message}>
        {(control) => (
          <RoleSelect
            {...control}
            value={form.watch("role")}
            onChange={(role) => form.setValue("role", role)}
          />
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
