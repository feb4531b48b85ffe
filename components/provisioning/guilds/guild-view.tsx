"use client";

import { useQuery } from "@tanstack/react-query";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import type { GuildDetail, MemberPage } from "@/lib/shared/contract/guilds";
import { guildQuery } from "../queries/guilds";
import { DeleteGuild } from "./delete-guild";
import { GuildBots } from "./guild-bots";
import { GuildRoles } from "./guild-roles";
import { MemberList } from "./member-list";
import { RenameGuild } from "./rename-guild";

interface GuildViewProps {
  initial: GuildDetail;
  people: MemberPage;
  bots: MemberPage;
}

/** A guild's page: who is in it, who may do what there, and what an operator may need to do with it. */
export function GuildView({ initial, people, bots }: GuildViewProps) {
  const { data: guild } = useQuery({ ...guildQuery(initial.id), initialData: initial });
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{guild.name}</span>}
        description={
          <span className="inline-flex flex-wrap items-center gap-x-2">
            <span>
              Owned by{" "}
              <Link href={`/users/${guild.owner.id}`} className="font-medium hover:underline">
                {guild.owner.username}
              </Link>
            </span>
            <span>
              · created <Moment at={guild.createdAt} />
            </span>
            <span className="inline-flex items-center">
              <code className="text-xs">{guild.id}</code>
              <CopyButton value={guild.id} label="Copy the guild's id" size="icon-sm" />
            </span>
          </span>
        }
        actions={<RenameGuild guild={guild} />}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <MemberList guild={guild} initial={people} />
        <div className="flex min-w-0 flex-col gap-4">
          <GuildBots guild={guild} initial={bots} />
          <GuildRoles guild={guild} />
          <Card>
            <CardHeader>
              <CardTitle>Delete</CardTitle>
              <CardDescription>
                Everybody loses their place and their roles here, bots too. The accounts and the bots
                themselves stay.
              </CardDescription>
            </CardHeader>
            <CardContent>
              <DeleteGuild guild={guild} />
            </CardContent>
          </Card>
        </div>
      </div>
    </>
  );
}
