"use client";

import type { ReactNode } from "react";
import * as z from "zod/mini";
import type { DialogField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import type { BotDetail, BotGuildEntry } from "@/lib/shared/contract/bots";
import { ADMINISTRATOR } from "../permission-notes";
import { allBots, authorizeBot } from "../queries/bots";
import { PermissionPicker } from "../wizard/permission-picker";

const permissionField = (initial: bigint, held: bigint): DialogField<bigint> => ({
  check: z.bigint(),
  initial,
  control: ({ value, onChange }) => <PermissionPicker value={value} held={held} onChange={onChange} />,
});

interface PermissionDialogProps {
  bot: BotDetail;
  guild: BotGuildEntry;
  /** The operator's own permissions in the guild. The operator can grant only these. */
  held: bigint;
  label: ReactNode;
}

/** Changes a bot's permissions in one guild. The code is loaded on the first click. */
export function PermissionDialog({ bot, guild, held, label }: PermissionDialogProps) {
  return (
    <FormDialog
      startsOpen
      trigger={<Button size="sm">{label}</Button>}
      title={`Permissions in ${guild.name}`}
      description={`What ${bot.name} can do in this guild. You can only grant permissions that you have there.`}
      action="Save permissions"
      wide
      fields={{ permissions: permissionField(BigInt(guild.permissions ?? 0), held) }}
      request={({ permissions }) => authorizeBot(bot.id, guild.id, permissions)}
      changes={allBots}
      done={() => `Permissions of ${bot.name} in ${guild.name} saved`}
    />
  );
}

interface InvitePermissionsDialogProps {
  bot: { name: string };
  value: bigint;
  onChange: (value: bigint) => void;
}

/**
 * Lets the operator choose the permissions that an invite link requests. The code is loaded on the first
 * click.
 */
export function InvitePermissionsDialog({ bot, value, onChange }: InvitePermissionsDialogProps) {
  return (
    <FormDialog
      startsOpen
      trigger={<Button size="sm">Choose permissions</Button>}
      title="Permissions of the invite link"
      description={`The permissions that ${bot.name} requests. People can only grant permissions that they have in their guild.`}
      action="Use permissions"
      wide
      // Offers every permission. The person who opens the link grants them, and can grant only their own.
      fields={{ permissions: permissionField(value, ADMINISTRATOR) }}
      request={({ permissions }) => onChange(permissions)}
    />
  );
}
