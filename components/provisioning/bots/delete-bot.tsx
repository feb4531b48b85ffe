"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import type { BotDetail } from "@/lib/shared/contract/bots";
import { allBots, deleteBot } from "../queries/bots";
import { TypedNameField, typedName } from "../typed-name";
import { PasswordField, passwordCheck } from "@/components/shell/form/password-field";

export function DeleteBot({ bot }: { bot: BotDetail }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const router = useRouter();
  const schema = z.object({
    name: typedName(bot.name),
    password: passwordCheck,
  });
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { name: "", password: "" },
    request: ({ password }) => deleteBot(bot.id, password),
    onDone() {
      toast.success(`${bot.name} deleted`);
      router.push("/applications");
      // Its own page would ask for it in vain.
      client.removeQueries(allBots);
    },
  });
  const guilds = bot.guilds.length === 1 ? "its guild" : `its ${bot.guilds.length} guilds`;

  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        form.reset();
      }}
      trigger={<Button variant="danger">Delete bot…</Button>}
      title={`Delete ${bot.name}?`}
      description={`It ${bot.guilds.length === 0 ? "is gone" : `leaves ${guilds}`} for good, and no token of it works any more. This cannot be undone.`}
      action="Delete bot"
      tone="danger"
      busy={isBusy}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <TypedNameField of={bot.name} {...form.register("name")} error={errors.name?.message} />
      <PasswordField {...form.register("password")} error={errors.password?.message} />
    </FormDialog>
  );
}
