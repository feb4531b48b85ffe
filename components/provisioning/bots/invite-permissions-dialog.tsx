"use client";

import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { permissionField } from "./permission-dialog";

/**
 * The Administrator bit, so that the dialog offers every permission. The person who opens the link can grant only
 * permissions that they have.
 */
const EVERYTHING = 8n;

interface InvitePermissionsDialogProps {
  bot: { name: string };
  value: bigint;
  onChange: (value: bigint) => void;
}

/** The operator chooses the permissions that an invite link requests. The code is loaded on the first click. */
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
