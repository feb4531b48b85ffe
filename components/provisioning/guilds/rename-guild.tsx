"use client";

import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import type { GuildDetail } from "@/lib/shared/contract/guilds";
import { allGuilds, editGuild } from "../queries/guilds";
import { guildNameSchema } from "./guild-name";

export function RenameGuild({ guild }: { guild: GuildDetail }) {
  return (
    <FormDialog
      trigger={<Button>Rename</Button>}
      title={`Rename ${guild.name}`}
      description="Members and bots stay as they are."
      action="Rename guild"
      fields={{ name: textField({ label: "Guild name" }, guildNameSchema, { initial: guild.name }) }}
      request={({ name }) => editGuild(guild.id, { name })}
      changes={allGuilds}
      done={({ name }) => `The guild is called ${name}`}
    />
  );
}
