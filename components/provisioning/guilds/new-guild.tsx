"use client";

import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { FormField } from "@/components/shell/form/form-field";
import { useOpenDialog } from "@/components/shell/form/use-open-dialog";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toaster";
import { createGuild } from "../queries/guilds";
import { allGuilds } from "../queries/guilds";
import { guildNameSchema } from "./guild-name";

const schema = z.object({ name: guildNameSchema });

export function NewGuild() {
  const [open, setOpen] = useOpenDialog();
  const client = useQueryClient();
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { name: "" },
    request: ({ name }) => createGuild(name),
    async onDone({ name }) {
      await client.invalidateQueries(allGuilds);
      toast.success(`Guild ${name} created`);
      setOpen(false);
      form.reset();
    },
  });

  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="primary">Create guild</Button>}
      title="Create guild"
      description="You become its owner."
      action="Create guild"
      busy={isBusy}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <FormField label="Guild name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} autoComplete="off" />}
      </FormField>
    </FormDialog>
  );
}
