"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import type { GuildDetail } from "@/lib/shared/contract/guilds";
import { PasswordField, passwordCheck } from "@/components/shell/form/password-field";
import { allGuilds, deleteGuild } from "../queries/guilds";
import { TypedNameField, typedName } from "../typed-name";

const count = (amount: number, one: string, many: string) =>
  `${amount.toLocaleString("en")} ${amount === 1 ? one : many}`;

/** What goes with the guild, in a sentence. */
function consequences({ memberCount, botCount }: GuildDetail): string {
  const people = count(memberCount - botCount, "person loses", "people lose");
  const bots =
    botCount === 0
      ? ""
      : ` ${count(botCount, "bot leaves it with its role and goes", "bots leave it with their roles and go")} on elsewhere.`;
  return `${people} their place and their roles in it.${bots} This cannot be undone.`;
}

export function DeleteGuild({ guild }: { guild: GuildDetail }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const router = useRouter();
  const schema = z.object({
    name: typedName(guild.name),
    password: passwordCheck,
  });
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { name: "", password: "" },
    request: ({ password }) => deleteGuild(guild.id, password),
    onDone() {
      toast.success(`${guild.name} deleted`);
      router.push("/guilds");
      // Its own page would ask for it in vain.
      client.removeQueries(allGuilds);
    },
  });

  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        form.reset();
      }}
      trigger={<Button variant="danger">Delete guild…</Button>}
      title={`Delete ${guild.name}?`}
      description={consequences(guild)}
      action="Delete guild"
      tone="danger"
      busy={isBusy}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <TypedNameField of={guild.name} {...form.register("name")} error={errors.name?.message} />
      <PasswordField {...form.register("password")} error={errors.password?.message} />
    </FormDialog>
  );
}
