"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableRow } from "@/components/ui/table";
import type { GuildDetail, MemberEntry, MemberPage } from "@/lib/shared/contract/guilds";
import { beginsWith } from "@/components/shell/queries/pages";
import { PagedList, useSearch } from "@/components/shell/paged-list";
import { membersQuery } from "../queries/guilds";
import { AddMember } from "./add-member";
import { mayManage } from "./may-manage";
import { MemberActions } from "./member-actions";

/** The people in a guild, with their roles and a badge if they may manage the guild. */
export function MemberList({ guild, initial }: { guild: GuildDetail; initial: MemberPage }) {
  const { typed, search } = useSearch();
  const { data, ...pages } = useInfiniteQuery({
    ...membersQuery(guild.id, { search }),
    ...beginsWith(search === "" ? initial : undefined),
  });
  const members = data?.pages.flatMap((page) => page.members) ?? [];
  return (
    <Card>
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          Members <Badge>{((guild.memberCount ?? 0) - (guild.botCount ?? 0)).toLocaleString("en")}</Badge>
        </CardTitle>
        <CardDescription>
          Permissions come from roles. Members with the role “Guild manager” can add bots; the panel creates
          this role when it is first needed.
        </CardDescription>
      </CardHeader>
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
        {isOwner ? null : <MemberActions guild={guild} member={member} />}
      </TableCell>
    </TableRow>
  );
}
