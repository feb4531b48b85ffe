"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { toast } from "@/components/ui/toaster";
import type { BotDetail, BotGuildEntry } from "@/lib/shared/contract/bots";
import { allBots, authorizeBot } from "../queries/bots";
import { PermissionPicker } from "../wizard/permission-picker";

interface PermissionDialogProps {
  bot: BotDetail;
  guild: BotGuildEntry;
  /** What the operator has there, and so may hand out. */
  held: bigint;
  /** The text of the button that opens it. */
  label: ReactNode;
}

/** Changes what a bot may do in one guild. Open from the start: its code is loaded by the first click. */
export function PermissionDialog({ bot, guild, held, label }: PermissionDialogProps) {
  const [open, setOpen] = useState(true);
  const before = BigInt(guild.permissions ?? 0);
  const [permissions, setPermissions] = useState(before);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => authorizeBot(bot.id, guild.id, permissions),
    onSuccess: async () => {
      await client.invalidateQueries(allBots);
      setOpen(false);
      toast.success(`Permissions of ${bot.name} in ${guild.name} saved`);
    },
  });

  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setPermissions(before);
        save.reset();
      }}
      trigger={<Button size="sm">{label}</Button>}
      title={`Permissions in ${guild.name}`}
      description={`What ${bot.name} may do there. Permissions that you lack in this guild cannot be handed out.`}
      action="Save permissions"
      busy={save.isPending}
      failure={save.error?.message}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
      wide
    >
      <PermissionPicker value={permissions} held={held} onChange={setPermissions} />
    </FormDialog>
  );
}
