"use client";

import { useState } from "react";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { PermissionPicker } from "../wizard/permission-picker";

/** Links may ask for anything: whoever opens one hands out only what they have. */
const EVERYTHING = 8n;

interface InvitePermissionsDialogProps {
  bot: { name: string };
  value: bigint;
  onChange: (value: bigint) => void;
}

/** Chooses what an invite link asks for. Open from the start: its code is loaded by the first click. */
export function InvitePermissionsDialog({ bot, value, onChange }: InvitePermissionsDialogProps) {
  const [open, setOpen] = useState(true);
  const [chosen, setChosen] = useState(value);
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setChosen(value);
      }}
      trigger={<Button size="sm">Choose permissions</Button>}
      title="Permissions of the invite link"
      description={`The permissions that ${bot.name} asks for. People can grant only permissions that they have in their guild.`}
      action="Use permissions"
      busy={false}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(chosen);
        setOpen(false);
      }}
      wide
    >
      <PermissionPicker value={chosen} held={EVERYTHING} onChange={setChosen} />
    </FormDialog>
  );
}
