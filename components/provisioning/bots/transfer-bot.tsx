"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { FormField } from "@/components/shell/form/form-field";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { InputGroup } from "@/components/ui/input-group";
import { NativeSelect } from "@/components/ui/native-select";
import { toast } from "@/components/ui/toaster";
import type { BotDetail } from "@/lib/shared/contract/bots";
import { allBots, editBot } from "../queries/bots";

const schema = z.object({ ownerId: z.string().check(z.minLength(1, "Choose the new owner.")) });

export function TransferBot({ bot }: { bot: BotDetail }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const others = bot.heirs.filter(({ id }) => id !== bot.owner?.id);
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { ownerId: "" },
    request: ({ ownerId }) => editBot(bot.id, { ownerId }),
    async onDone({ owner }) {
      await client.invalidateQueries(allBots);
      setOpen(false);
      toast.success(`${bot.name} belongs to ${owner?.username}`);
    },
  });

  if (others.length === 0) {
    return (
      <Button disabled title="There is no other operator to give it to. Add one on the Operators page.">
        Transfer…
      </Button>
    );
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        form.reset();
      }}
      trigger={<Button>Transfer…</Button>}
      title={`Transfer ${bot.name}`}
      description={`${bot.owner?.username} can no longer issue tokens for it. Its token and its guilds stay as they are.`}
      action="Transfer bot"
      busy={isBusy}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <FormField label="New owner" error={errors.ownerId?.message}>
        {(control) => (
          <InputGroup className="[&>span]:w-full [&>span]:border-0">
            <NativeSelect {...control} {...form.register("ownerId")} className="w-full">
              <option value="">Choose an operator</option>
              {others.map(({ id, username }) => (
                <option key={id} value={id}>
                  {username}
                </option>
              ))}
            </NativeSelect>
          </InputGroup>
        )}
      </FormField>
    </FormDialog>
  );
}
