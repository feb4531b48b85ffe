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
import type { BotDetail } from "@/lib/shared/contract/bots";
import { allBots, editBot } from "../queries/bots";
import { EditPicture } from "./edit-picture";

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Enter a name.")),
  description: z.string().check(z.maxLength(400, "Use at most 400 characters.")),
  public: z.boolean(),
});

export function EditBot({ bot }: { bot: BotDetail }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const initial = { name: bot.name, description: bot.description, public: bot.public };
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial,
    request: (values) => editBot(bot.id, values),
    async onDone({ name }) {
      await client.invalidateQueries(allBots);
      setOpen(false);
      toast.success(`${name} saved`);
    },
  });
  const isPublic = form.watch("public");

  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) form.reset(initial);
      }}
      trigger={<Button>Edit</Button>}
      title={`Edit ${bot.name}`}
      description="The name is also that of its user and of its roles in guilds."
      action="Save bot"
      busy={isBusy}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <EditPicture bot={bot} />
      <FormField label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} autoComplete="off" />}
      </FormField>
      <FormField label="Description" error={errors.description?.message}>
        {(control) => <Textarea {...control} {...form.register("description")} rows={4} />}
      </FormField>
      <div className="flex items-center gap-3">
        <Checkbox
          id="bot-public"
          checked={isPublic}
          onCheckedChange={(checked) => form.setValue("public", checked === true)}
        />
        <Label htmlFor="bot-public">Let others add it to their guilds</Label>
      </div>
    </FormDialog>
  );
}
