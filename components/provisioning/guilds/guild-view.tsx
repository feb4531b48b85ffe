"use client";

import { useQuery } from "@tanstack/react-query";
import { nameOf } from "@/components/shell/form/checks";
import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import type { GuildDetail, MemberPage } from "@/lib/shared/contract/guilds";
import { useInstance } from "../account/instance-provider";
import { DeleteForGood } from "../delete-for-good";
import { LookUp } from "../look-up";
import { allGuilds, deleteGuild, editGuild, guildQuery } from "../queries/guilds";
import { GuildRoles } from "./guild-roles";
import { GuildBots, MemberList } from "./member-list";

interface GuildViewProps {
  id: string;
  initial?: { guild: GuildDetail; people: MemberPage; bots: MemberPage };
}

export function GuildView({ id, initial }: GuildViewProps) {
  const { isReady, hasOperatorToken, lacks } = useInstance();
  const { data: guild, error } = useQuery({
    ...guildQuery(id),
    retry: false,
    enabled: isReady || hasOperatorToken,
    ...(initial && { initialData: initial.guild }),
  });
  const noCare = lacks("guildCare");
  if (!guild) return <LookUp what="guild" id={id} error={error} />;
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{guild.name}</span>}
        description={
          <span className="inline-flex flex-wrap items-center gap-x-2">
            {guild.owner === null ? null : (
              <span>
                Owned by{" "}
                <Link href={`/users/${guild.owner.id}`} className="font-medium hover:underline">
                  {guild.owner.username}
                </Link>{" "}
                ·
              </span>
            )}
            {noCare !== null && guild.memberCount !== null ? (
              <span>{guild.memberCount.toLocaleString("en")} members ·</span>
            ) : null}
            <span>
              created <Moment at={guild.createdAt} />
              {guild.answeredBy === null ? null : " ·"}
            </span>
            {guild.answeredBy === null ? null : (
              <span>
                {guild.answeredBy === "account"
                  ? "seen by the connected account"
                  : "seen with the operator token"}
              </span>
            )}
            <CopyText value={guild.id} label="Copy the guild's id" small />
          </span>
        }
        actions={noCare === null ? <RenameGuild guild={guild} /> : null}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        {initial ? (
          <MemberList guild={guild} initial={initial.people} />
        ) : (
          <Card title="Members" description={lacks("everyGuild")} />
        )}
        <div className="flex min-w-0 flex-col gap-4">
          {initial ? <GuildBots guild={guild} initial={initial.bots} /> : null}
          {guild.roles.length > 0 ? <GuildRoles guild={guild} /> : null}
          <Card
            title={noCare === null ? "Delete" : "Changes"}
            description={
              noCare ??
              "All members, including bots, lose their membership and roles. Accounts and bots still exist."
            }
          >
            {noCare === null ? (
              <CardContent>
                <DeleteForGood
                  what="guild"
                  name={guild.name}
                  consequences={consequences(guild)}
                  request={() => deleteGuild(guild.id)}
                  list="/guilds"
                  queries={allGuilds}
                />
              </CardContent>
            ) : null}
          </Card>
        </div>
      </div>
    </>
  );
}

function RenameGuild({ guild }: { guild: GuildDetail }) {
  return (
    <FormDialog
      trigger={<Button>Rename</Button>}
      title={`Rename ${guild.name}`}
      description="Members and bots do not change."
      action="Rename guild"
      fields={{ name: textField({ label: "Guild name" }, nameOf(2, 100), { initial: guild.name }) }}
      request={({ name }) => editGuild(guild.id, { name })}
      changes={allGuilds}
      done={({ name }) => `Guild renamed to ${name}`}
    />
  );
}

const count = (amount: number, one: string, many: string) =>
  `${amount.toLocaleString("en")} ${amount === 1 ? one : many}`;

function consequences(guild: GuildDetail): string {
  const [memberCount, botCount] = [guild.memberCount ?? 0, guild.botCount ?? 0];
  const people = count(memberCount - botCount, "person loses", "people lose");
  const bots =
    botCount === 0
      ? ""
      : ` ${count(botCount, "bot loses its role here and keeps", "bots lose their roles here and keep")} working elsewhere.`;
  return `${people} their membership and roles.${bots}`;
}
