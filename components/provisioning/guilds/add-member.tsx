"use client";

import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import type { GuildDetail } from "@/lib/shared/contract/guilds";
import { addMember, allGuilds } from "../queries/guilds";
import { UserPicker } from "../users/user-picker";

const userId = {
  check: z.string().check(z.minLength(1, "Choose a user below.")),
  initial: "",
  control: ({ value, onChange }: { value: string; onChange: (id: string) => void }) => (
    <UserPicker value={value} onChange={onChange} />
  ),
};

export function AddMember({ guild }: { guild: GuildDetail }) {
  return (
    <FormDialog
      trigger={<Button>Add member</Button>}
      title={`Add a member to ${guild.name}`}
      description="Choose a user of this instance. Add bots on their own pages."
      action="Add member"
      fields={{ userId }}
      request={({ userId }) => addMember(guild.id, userId)}
      changes={allGuilds}
      done={({ username }) => `${username} is a member of ${guild.name}`}
    />
  );
}
