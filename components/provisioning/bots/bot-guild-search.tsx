"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { BotDetail, BotGuilds } from "@/lib/shared/contract/bots";
import { isNotOffered, wordsOf } from "../account/failure";
import { useInstance } from "../account/instance-provider";
import { botGuildsQuery } from "../queries/bots";

/** Finds the bot's guilds among the account's guilds. Used if the panel must ask the instance about each guild. */
export function BotGuildSearch({ bot }: { bot: BotDetail }) {
  const { lacks } = useInstance();
  const client = useQueryClient();
  const query = botGuildsQuery(bot.id);
  const search = useInfiniteQuery(query);
  const pages = search.data?.pages ?? [];
  const guilds = pages.flatMap((page) => page.guilds);
  const unknown = pages.flatMap((page) => page.unknown);
  const asked = pages.at(-1)?.asked ?? null;
  const failure = wordsOf(search.error);
  const rest = asked === null ? null : asked.total - asked.done;
  return (
    <Card>
      <CardHeader row>
        <CardTitle>Guilds</CardTitle>
        {asked === null ? null : <Badge>{guilds.length.toLocaleString("en")}</Badge>}
      </CardHeader>
      <CardContent className="flex flex-col items-start gap-4">
        <p role="status" className="max-w-prose text-muted-foreground">
          {asked === null ? lacks("botGuilds") : progress(asked, guilds.length)}
        </p>
        {guilds.length > 0 ? (
          <ul aria-label={`Guilds of ${bot.name}`} className="w-full divide-y rounded-lg border">
            {guilds.map(({ id, name }) => (
              <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
                <span className="font-medium wrap-anywhere">{name}</span>
                <code className="text-xs text-muted-foreground">{id}</code>
              </li>
            ))}
          </ul>
        ) : null}
        {guilds.length > 0 ? (
          <p className="max-w-prose text-sm text-muted-foreground">{lacks("botMembership")}</p>
        ) : null}
        {unknown.length > 0 ? <Unknown guilds={unknown} /> : null}
        {failure !== undefined && !search.isFetching ? (
          <Callout tone="danger" role="alert" title="The search stopped early" className="w-full">
            {failure}
          </Callout>
        ) : null}
        {search.isFetching ? (
          <Button onClick={() => void client.cancelQueries({ queryKey: query.queryKey })}>Stop</Button>
        ) : isNotOffered(search.error) ? null : asked === null ? (
          <Button onClick={() => void search.refetch()}>Find its guilds</Button>
        ) : search.hasNextPage ? (
          <Button onClick={() => void search.fetchNextPage()}>
            {`Check more of the other ${rest?.toLocaleString("en")}`}
          </Button>
        ) : null}
      </CardContent>
    </Card>
  );
}

function progress({ done, total }: { done: number; total: number }, found: number): string {
  if (total === 0) return "The connected account is in no guild.";
  const count = (amount: number) => amount.toLocaleString("en");
  return `Checked ${count(done)} of the account's ${count(total)} guilds: the bot is in ${count(found)}.`;
}

function Unknown({ guilds }: { guilds: BotGuilds["unknown"] }) {
  return (
    <details className="w-full">
      <summary className="cursor-pointer text-sm text-muted-foreground">
        {guilds.length === 1
          ? "The instance did not report 1 guild"
          : `The instance did not report ${guilds.length.toLocaleString("en")} guilds`}
      </summary>
      <ul className="mt-2 flex flex-col gap-2 text-sm">
        {guilds.map(({ id, name, reason }) => (
          <li key={id}>
            <span className="font-medium wrap-anywhere">{name}</span>: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
