"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { beginsWith } from "@/components/shell/queries/pages";
import { ShowMore } from "@/components/shell/paged-list";
import type { GuildDetail, MemberPage } from "@/lib/shared/contract/guilds";
import { membersQuery } from "../queries/guilds";
import { mayManage } from "./may-manage";

/** Lists the bots in a guild. Each bot links to its page, where the operator can change its permissions. */
export function GuildBots({ guild, initial }: { guild: GuildDetail; initial: MemberPage }) {
  const { data, ...pages } = useInfiniteQuery({
    ...membersQuery(guild.id, { bots: true }),
    ...beginsWith(initial),
  });
  const bots = data.pages.flatMap((page) => page.members);
  return (
    <Card>
      <CardHeader row>
        <CardTitle>Bots</CardTitle>
        <Badge>{(guild.botCount ?? 0).toLocaleString("en")}</Badge>
      </CardHeader>
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
