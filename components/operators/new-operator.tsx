"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { applyProblems } from "@/components/form/apply-problems";
import { FormDialog } from "@/components/form/form-dialog";
import { FormField } from "@/components/form/form-field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toaster";
import { createOperator } from "@/lib/queries/create-operator";
import { operatorsQuery } from "@/lib/queries/operators";

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
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: createOperator,
    onSuccess: () => client.invalidateQueries({ queryKey: operatorsQuery().queryKey }),
  });
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { username: "", password: "" } });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      const { username } = await create.mutateAsync(input);
      toast.success(`Operator ${username} added`);
      setOpen(false);
      form.reset();
    } catch (error) {
      const rest = applyProblems(error, ["username", "password"], form.setError);
      if (rest) form.setError("root", { message: rest });
    }
  });

  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="primary">Add operator</Button>}
      title="Add operator"
      description="An operator may change every setting and manage other operators."
      action="Add operator"
      busy={create.isPending}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <FormField label="User name" error={errors.username?.message}>
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
          <Input {...control} {...form.register("password")} type="password" autoComplete="new-password" />
        )}
      </FormField>
    </FormDialog>
  );
}
