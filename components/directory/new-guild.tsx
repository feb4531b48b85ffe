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
import { createGuild } from "@/lib/queries/create-guild";
import { guildsQuery } from "@/lib/queries/guilds";

const schema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(2, "Use at least 2 characters."),
      z.maxLength(100, "Use at most 100 characters."),
    ),
});

export function NewGuild() {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: createGuild,
    onSuccess: () => client.invalidateQueries({ queryKey: guildsQuery().queryKey }),
  });
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name: "" } });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async ({ name }) => {
    try {
      const guild = await create.mutateAsync(name);
      toast.success(`Guild ${guild.name} created`);
      setOpen(false);
      form.reset();
    } catch (error) {
      const rest = applyProblems(error, ["name"], form.setError);
      if (rest) form.setError("root", { message: rest });
    }
  });

  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="primary">New guild</Button>}
      title="New guild"
      description="You will own it."
      action="Create guild"
      busy={create.isPending}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <FormField label="Guild name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} autoComplete="off" />}
      </FormField>
    </FormDialog>
  );
}
