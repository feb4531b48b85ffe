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
import type { BotChanges, BotDetail } from "@/lib/shared/contract/bots";
import { wordsOf } from "../account/failure";
import { useInstance } from "../account/instance-provider";
import { allBots, editBot } from "../queries/bots";
import { EditPicture } from "./edit-picture";

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Enter a name.")),
  description: z.string().check(z.maxLength(400, "Use at most 400 characters.")),
  public: z.boolean(),
  username: z.string().check(z.trim()),
});

/** What was changed; what the instance does not report stays as it is. */
function differences(bot: BotDetail, values: z.output<typeof schema>): BotChanges {
  return {
    ...(values.name !== bot.name && { name: values.name }),
    ...(values.description !== bot.description && { description: values.description }),
    ...(bot.public !== null && values.public !== bot.public && { public: values.public }),
    ...(bot.username !== null && values.username !== bot.username && { username: values.username }),
  };
}

export function EditBot({ bot }: { bot: BotDetail }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const { lacks, isReady } = useInstance();
  const namesUser = lacks("botUsernames") === null && bot.username !== null;
  const initial = {
    name: bot.name,
    description: bot.description,
    public: bot.public ?? false,
    username: bot.username ?? "",
  };
  const { form, errors, submit, isBusy, refusal } = useRequestForm({
    schema,
    initial,
    request: (values) => editBot(bot.id, differences(bot, values)),
    async onDone({ name }) {
      await client.invalidateQueries(allBots);
      setOpen(false);
      toast.success(`${name} saved`);
    },
  });
  const isPublic = form.watch("public");

  return (
    <FormDialog
      open={open && isReady}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) form.reset(initial);
      }}
      trigger={<Button>Edit</Button>}
      title={`Edit ${bot.name}`}
      description={
        namesUser
          ? "Roles that the instance made for the bot in guilds keep their names."
          : "The name is also that of its user and of its roles in guilds."
      }
      action="Save bot"
      busy={isBusy}
      failure={errors.root ? wordsOf(refusal) : undefined}
      onSubmit={submit}
    >
      {lacks("botPictures") === null ? <EditPicture bot={bot} /> : null}
      <FormField label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} autoComplete="off" />}
      </FormField>
      {namesUser ? (
        <FormField label="Bot's username" error={errors.username?.message}>
          {(control) => <Input {...control} {...form.register("username")} autoComplete="off" />}
        </FormField>
      ) : null}
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
