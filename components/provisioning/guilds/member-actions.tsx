"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { toast } from "@/components/ui/toaster";
import type { GuildDetail, MemberEntry } from "@/lib/shared/contract/guilds";
import { allGuilds, editGuild, removeMember, setManager } from "../queries/guilds";
import { mayManage } from "./may-manage";

interface Action {
  item: string;
  title: string;
  description: string;
  confirmLabel: string;
  tone: "danger" | "neutral";
  run: () => Promise<unknown>;
  done: string;
}

/** What can be done with a member, the owner apart. */
function actionsFor(guild: GuildDetail, { id, username, permissions, roles }: MemberEntry): Action[] {
  const manages = mayManage(permissions);
  const named = roles.map(({ name }) => name).join(", ");
  return [
    manages
      ? {
          item: "Revoke Manage guild",
          title: `Revoke Manage guild from ${username}?`,
          description: `Removes every role that allows it (${named}). ${username} stays a member, and bots added by ${username} stay.`,
          confirmLabel: "Revoke Manage guild",
          tone: "danger",
          run: () => setManager(guild.id, id, false),
          done: `${username} can no longer manage ${guild.name}`,
        }
      : {
          item: "Grant Manage guild",
          title: `Let ${username} manage ${guild.name}?`,
          description: `Assigns the role “Guild manager”. ${username} can then add bots to this guild, with ${username}'s own permissions.`,
          confirmLabel: "Grant Manage guild",
          tone: "neutral",
          run: () => setManager(guild.id, id, true),
          done: `${username} can manage ${guild.name}`,
        },
    {
      item: "Make owner",
      title: `Make ${username} the owner of ${guild.name}?`,
      description: `${username} will have every permission here. ${guild.owner?.username} stays a member with only the permissions of their roles.`,
      confirmLabel: "Make owner",
      tone: "danger",
      run: () => editGuild(guild.id, { ownerId: id }),
      done: `${guild.name} belongs to ${username}`,
    },
    {
      item: "Remove from guild",
      title: `Remove ${username} from ${guild.name}?`,
      description: `${username} loses every role in this guild. You can add this member again.`,
      confirmLabel: "Remove member",
      tone: "danger",
      run: () => removeMember(guild.id, id),
      done: `${username} removed from ${guild.name}`,
    },
  ];
}

/** A menu of what can be done with a member; each asks first, and says what follows. */
export function MemberActions({ guild, member }: { guild: GuildDetail; member: MemberEntry }) {
  const [asked, setAsked] = useState<Action | null>(null);
  /** Opened only after the menu has returned the focus to its button, so that the focus finally returns there. */
  const next = useRef<Action | null>(null);
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: ({ run }: Action) => run(),
    onSuccess: (_, { done }) => toast.success(done),
    onError: (error) => toast.error("Nothing was changed", { description: error.message }),
    onSettled: () => client.invalidateQueries(allGuilds),
  });

  function openNext() {
    const action = next.current;
    next.current = null;
    if (action) queueMicrotask(() => setAsked(action));
  }

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            busy={act.isPending}
            aria-label={`Actions for ${member.username}`}
          >
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" onCloseAutoFocus={openNext}>
          {actionsFor(guild, member).map((action) => (
            <DropdownMenuItem key={action.item} onSelect={() => void (next.current = action)}>
              {action.item}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={(open) => (open ? undefined : setAsked(null))}
          title={asked.title}
          description={asked.description}
          confirmLabel={asked.confirmLabel}
          tone={asked.tone}
          onConfirm={() => act.mutate(asked)}
        />
      ) : null}
    </>
  );
}
