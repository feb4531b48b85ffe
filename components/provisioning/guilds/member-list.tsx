"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { type Action, ActionMenu } from "@/components/shell/form/action-menu";
import { PagedList, ShowMore, useSearch } from "@/components/shell/paged-list";
import { beginsWith } from "@/components/shell/queries/pages";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableRow } from "@/components/ui/table";
import type { GuildDetail, MemberEntry, MemberPage } from "@/lib/shared/contract/guilds";
import { allGuilds, editGuild, membersQuery, removeMember, setManager } from "../queries/guilds";
import { ADMINISTRATOR } from "../permission-notes";
import { AddMember } from "./add-member";

export function MemberList({ guild, initial }: { guild: GuildDetail; initial: MemberPage }) {
  const { typed, search } = useSearch();
  const { data, ...pages } = useInfiniteQuery({
    ...membersQuery(guild.id, { search }),
    ...beginsWith(search === "" ? initial : undefined),
  });
  const members = data?.pages.flatMap((page) => page.members) ?? [];
  return (
    <Card
      title={
        <>
          Members <Badge>{((guild.memberCount ?? 0) - (guild.botCount ?? 0)).toLocaleString("en")}</Badge>
        </>
      }
      description="Permissions come from roles. Members with the role “Guild manager” can add bots; the panel creates this role when it is first needed."
    >
      <CardContent>
        <PagedList
          what="members"
          search={{ label: "Find a member", ...typed }}
          action={<AddMember guild={guild} />}
          isEmpty={members.length === 0}
          none={`No member's name begins with “${search}”.`}
          pages={pages}
        >
          <Table
            label={`Members of ${guild.name}`}
            head={["Name", "Roles", "Joined", { name: "Actions", isHidden: true }]}
          >
            <TableBody>
              {members.map((member) => (
                <MemberRow key={member.id} guild={guild} member={member} />
              ))}
            </TableBody>
          </Table>
        </PagedList>
      </CardContent>
    </Card>
  );
}

function MemberRow({ guild, member }: { guild: GuildDetail; member: MemberEntry }) {
  const isOwner = member.id === guild.owner?.id;
  const roles = member.roles.map(({ name }) => name).join(", ");
  return (
    <TableRow className="relative">
      <TableCell className="font-medium max-sm:pr-14">
        <span className="inline-flex flex-wrap items-center gap-2 wrap-anywhere">
          <Link href={`/users/${member.id}`} className="rounded-sm hover:underline">
            {member.username}
          </Link>
          {isOwner ? (
            <Badge tone="accent">Owner</Badge>
          ) : mayManage(member.permissions) ? (
            <Badge tone="accent">Can manage</Badge>
          ) : null}
          {member.disabled ? <Badge tone="warning">Disabled</Badge> : null}
        </span>
      </TableCell>
      <TableCell name={roles === "" ? undefined : "Roles"} className="text-sm wrap-anywhere">
        {roles}
      </TableCell>
      <TableCell name="Joined" className="text-sm text-muted-foreground">
        <Moment at={member.joinedAt} />
      </TableCell>
      <TableCell className="max-sm:absolute max-sm:top-0.5 max-sm:right-0 max-sm:px-1 sm:text-right">
        {isOwner ? null : (
          <ActionMenu objectName={member.username} actions={actionsFor(guild, member)} changes={allGuilds} />
        )}
      </TableCell>
    </TableRow>
  );
}

/** The bits of the Manage Guild and Administrator permissions. */
const MANAGING = 0x20n | ADMINISTRATOR;

/**
 * Whether a member may manage the guild and add bots to it.
 * @param permissions the member's effective permissions as a decimal number
 */
const mayManage = (permissions: string): boolean => (BigInt(permissions) & MANAGING) !== 0n;

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

/** Lists the bots in a guild. Each bot links to its page, where the operator can change its permissions. */
export function GuildBots({ guild, initial }: { guild: GuildDetail; initial: MemberPage }) {
  const { data, ...pages } = useInfiniteQuery({
    ...membersQuery(guild.id, { bots: true }),
    ...beginsWith(initial),
  });
  const bots = data.pages.flatMap((page) => page.members);
  return (
    <Card title="Bots" action={<Badge>{(guild.botCount ?? 0).toLocaleString("en")}</Badge>}>
      {bots.length === 0 ? (
        <CardContent className="flex flex-col gap-1">
          <p className="text-muted-foreground">This guild has no bots yet.</p>
          <p>
            <Link href="/applications" className="font-medium text-accent-text hover:underline">
              Open the bots
            </Link>{" "}
            to add one.
          </p>
        </CardContent>
      ) : (
        <ul aria-label={`Bots in ${guild.name}`} className="divide-y">
          {bots.map((bot) => (
            <li
              key={bot.id}
              className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 sm:px-6"
            >
              <Link
                href={`/applications/${bot.id}`}
                className="min-w-32 flex-1 rounded-sm font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
              >
                {bot.username}
              </Link>
              {mayManage(bot.permissions) ? <Badge tone="warning">Can manage the guild</Badge> : null}
              <span className="text-sm text-muted-foreground">
                Added <Moment at={bot.joinedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {pages.hasNextPage ? (
        <CardContent>
          <ShowMore what="bots" pages={pages} />
        </CardContent>
      ) : null}
    </Card>
  );
}
