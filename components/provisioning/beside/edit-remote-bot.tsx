"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { FormField } from "@/components/shell/form/form-field";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toaster";
import { useInstance, useInstanceAccess } from "../account/instance-provider";
import { editInstanceBot } from "../queries/edit-instance-bot";
import { allInstanceBots, type InstanceBot } from "../queries/instance-bots";
import { isNotOffered } from "../queries/instance-request";
import { NotOffered } from "./not-offered";
import { tellFailure } from "./tell-failure";

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Enter a name.")),
  username: z.string().check(z.trim()),
  description: z.string().check(z.maxLength(400, "Use at most 400 characters.")),
  public: z.boolean(),
});

export function EditRemoteBot({ bot }: { bot: InstanceBot }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const access = useInstanceAccess();
  const { connected } = useInstance();
  const initial = {
    name: bot.name,
    username: bot.username ?? "",
    description: bot.description,
    public: bot.public ?? false,
  };
  const { form, errors, submit, isBusy, refusal } = useRequestForm({
    schema,
    initial,
    request: (values) => editInstanceBot(access(), bot, values),
    async onDone(_, { name }) {
      await client.invalidateQueries(allInstanceBots(connected?.number ?? 0));
      setOpen(false);
      toast.success(`${name} saved`);
    },
  });
  const isPublic = form.watch("public");
  if (isNotOffered(refusal)) return <NotOffered what="change an application" />;

  return (
    <FormDialog
      open={open && connected !== null}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) form.reset(initial);
      }}
      trigger={<Button>Edit</Button>}
      title={`Edit ${bot.name}`}
      description="Your instance keeps these. Roles that it made for the bot in guilds keep their names."
      action="Save bot"
      busy={isBusy}
      failure={errors.root ? tellFailure(refusal) : undefined}
      onSubmit={submit}
    >
      <FormField label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} autoComplete="off" />}
      </FormField>
      {bot.username === null ? null : (
        <FormField label="Bot's username" error={errors.username?.message}>
          {(control) => <Input {...control} {...form.register("username")} autoComplete="off" />}
        </FormField>
      )}
      <FormField label="Description" error={errors.description?.message}>
        {(control) => <Textarea {...control} {...form.register("description")} rows={4} />}
      </FormField>
      {bot.public === null ? null : (
        <div className="flex items-center gap-3">
          <Checkbox
            id="bot-public"
            checked={isPublic}
            onCheckedChange={(checked) => form.setValue("public", checked === true)}
          />
          <Label htmlFor="bot-public">Let others add it to their guilds</Label>
        </div>
      )}
    </FormDialog>
  );
}
