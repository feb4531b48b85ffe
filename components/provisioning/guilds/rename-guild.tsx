"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { FormField } from "@/components/shell/form/form-field";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toaster";
import type { GuildDetail } from "@/lib/shared/contract/guilds";
import { allGuilds, editGuild } from "../queries/guilds";
import { guildNameSchema } from "./guild-name";

export function RenameGuild({ guild }: { guild: GuildDetail }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const { form, errors, submit, isBusy } = useRequestForm({
    schema: z.object({ name: guildNameSchema }),
    initial: { name: guild.name },
    request: ({ name }) => editGuild(guild.id, { name }),
    async onDone({ name }) {
      await client.invalidateQueries(allGuilds);
      setOpen(false);
      toast.success(`The guild is called ${name}`);
    },
  });

  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        form.reset({ name: guild.name });
      }}
      trigger={<Button>Rename</Button>}
      title={`Rename ${guild.name}`}
      description="Members and bots stay as they are."
      action="Rename guild"
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
