"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import type { GuildDetail } from "@/lib/shared/contract/guilds";
import { addMember, allGuilds } from "../queries/guilds";
import { UserPicker } from "../users/user-picker";

/** Makes a user of the directory a member of the guild. */
export function AddMember({ guild }: { guild: GuildDetail }) {
  const [open, setOpen] = useState(false);
  const [userId, setUserId] = useState("");
  /** Somebody wanted to go on without a choice. */
  const [isMissing, setMissing] = useState(false);
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: () => addMember(guild.id, userId),
    onSuccess: async ({ username }) => {
      await client.invalidateQueries(allGuilds);
      setOpen(false);
      toast.success(`${username} is a member of ${guild.name}`);
    },
  });
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setUserId("");
        setMissing(false);
        add.reset();
      }}
      trigger={<Button>Add member</Button>}
      title={`Add a member to ${guild.name}`}
      description="A user of this instance. Bots are added on their own pages."
      action="Add member"
      busy={add.isPending}
      failure={isMissing && userId === "" ? "Choose a user below." : add.error?.message}
      onSubmit={(event) => {
        event.preventDefault();
        if (userId === "") setMissing(true);
        else add.mutate();
      }}
    >
      <UserPicker value={userId} onChange={setUserId} />
    </FormDialog>
  );
}
