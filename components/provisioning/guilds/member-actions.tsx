"use client";

import { type Action, ActionMenu } from "@/components/shell/form/action-menu";
import type { GuildDetail, MemberEntry } from "@/lib/shared/contract/guilds";
import { allGuilds, editGuild, removeMember, setManager } from "../queries/guilds";
import { mayManage } from "./may-manage";

/** The actions for any member except the guild's owner. */
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
          request: () => setManager(guild.id, id, false),
          done: `${username} can no longer manage ${guild.name}`,
        }
      : {
          item: "Grant Manage guild",
          title: `Let ${username} manage ${guild.name}?`,
          description: `Assigns the role “Guild manager”. ${username} can then add bots to this guild, with ${username}'s own permissions.`,
          confirmLabel: "Grant Manage guild",
          tone: "neutral",
          request: () => setManager(guild.id, id, true),
          done: `${username} can manage ${guild.name}`,
        },
    {
      item: "Make owner",
      title: `Make ${username} the owner of ${guild.name}?`,
      description: `${username} will have every permission here. ${guild.owner?.username} stays a member with only the permissions of their roles.`,
      confirmLabel: "Make owner",
      tone: "danger",
      request: () => editGuild(guild.id, { ownerId: id }),
      done: `${guild.name} belongs to ${username}`,
    },
    {
      item: "Remove from guild",
      title: `Remove ${username} from ${guild.name}?`,
      description: `${username} loses every role in this guild. You can add this member again.`,
      confirmLabel: "Remove member",
      tone: "danger",
      request: () => removeMember(guild.id, id),
      done: `${username} removed from ${guild.name}`,
    },
  ];
}

export function MemberActions({ guild, member }: { guild: GuildDetail; member: MemberEntry }) {
  return <ActionMenu of={member.username} actions={actionsFor(guild, member)} changes={allGuilds} />;
}
