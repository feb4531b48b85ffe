"use client";

import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { permissionField } from "./permission-dialog";

/** Links may request any permission, because the person who opens one can only grant their own. */
const EVERYTHING = 8n;

interface InvitePermissionsDialogProps {
  bot: { name: string };
  value: bigint;
  onChange: (value: bigint) => void;
}

/** Chooses the permissions that an invite link requests. The first click loads its code. */
export function InvitePermissionsDialog({ bot, value, onChange }: InvitePermissionsDialogProps) {
  return (
    <FormDialog
      startsOpen
      trigger={<Button size="sm">Choose permissions</Button>}
      title="Permissions of the invite link"
      description={`The permissions that ${bot.name} requests. People can only grant permissions that they have in their guild.`}
      action="Use permissions"
      wide
      fields={{ permissions: permissionField(value, EVERYTHING) }}
      request={({ permissions }) => onChange(permissions)}
    />
  );
}
