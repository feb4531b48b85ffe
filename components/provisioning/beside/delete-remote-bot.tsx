"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import { useInstance, useInstanceAccess } from "../account/instance-provider";
import { deleteInstanceBot } from "../queries/delete-instance-bot";
import { allInstanceBots, type InstanceBot } from "../queries/instance-bots";
import { isNotOffered } from "../queries/instance-request";
import { TypedNameField, typedName } from "../typed-name";
import { NotOffered } from "./not-offered";
import { tellFailure } from "./tell-failure";

export function DeleteRemoteBot({ bot }: { bot: InstanceBot }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const router = useRouter();
  const access = useInstanceAccess();
  const { connected } = useInstance();
  const schema = z.object({
    name: typedName(bot.name),
  });
  const { form, errors, submit, isBusy, refusal } = useRequestForm({
    schema,
    initial: { name: "" },
    request: () => deleteInstanceBot(access(), bot.id),
    onDone() {
      toast.success(`${bot.name} deleted`);
      router.push("/applications");
      // Its own page would ask for it in vain.
      client.removeQueries(allInstanceBots(connected?.number ?? 0));
    },
  });
  if (isNotOffered(refusal)) return <NotOffered what="delete an application" />;

  return (
    <FormDialog
      open={open && connected !== null}
      onOpenChange={(next) => {
        setOpen(next);
        form.reset();
      }}
      trigger={<Button variant="danger">Delete bot…</Button>}
      title={`Delete ${bot.name}?`}
      description="Your instance deletes the application with its bot user: it leaves every guild, and no token of it works any more. This cannot be undone."
      action="Delete bot"
      tone="danger"
      busy={isBusy}
      failure={errors.root ? tellFailure(refusal) : undefined}
      onSubmit={submit}
    >
      <TypedNameField of={bot.name} {...form.register("name")} error={errors.name?.message} />
    </FormDialog>
  );
}
