"use client";

import { nameOf } from "@/components/shell/form/checks";
import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { useOpenDialog } from "@/components/shell/form/use-open-dialog";
import { Button } from "@/components/ui/button";
import { allGuilds, createGuild } from "../queries/guilds";

export function NewGuild() {
  return (
    <FormDialog
      {...useOpenDialog()}
      trigger={<Button variant="primary">Create guild</Button>}
      title="Create guild"
      description="You become its owner."
      action="Create guild"
      fields={{ name: textField({ label: "Guild name" }, nameOf(2, 100)) }}
      request={({ name }) => createGuild(name)}
      changes={allGuilds}
      done={({ name }) => `Guild ${name} created`}
    />
  );
}
