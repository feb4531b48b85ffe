"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { isNotOffered } from "../queries/instance-request";
import { tellFailure } from "./tell-failure";
import { AT_ONCE, type GuildFinding, useGuildSearch } from "./use-guild-search";

/** In which of the account's guilds the bot is, as far as the instance lets an account find out. */
export function RemoteBotGuilds({ id, name }: { id: string; name: string }) {
  const { findings, guilds, isRunning, failure, start, stop } = useGuildSearch(id);
  const found = findings.filter(({ isMember }) => isMember);
  const untold = findings.filter(({ isMember }) => isMember === null);
  const total = guilds?.length ?? 0;
  const rest = total - findings.length;
  return (
    <Card>
      <CardHeader row>
        <CardTitle>Guilds</CardTitle>
        {findings.length > 0 ? <Badge>{found.length.toLocaleString("en")}</Badge> : null}
      </CardHeader>
      <CardContent className="flex flex-col items-start gap-4">
        <p role="status" className="max-w-prose text-muted-foreground">
          {progress({ findings, guilds, found: found.length })}
        </p>
        {found.length > 0 ? (
          <ul aria-label={`Guilds of ${name}`} className="w-full divide-y rounded-lg border">
            {found.map((guild) => (
              <GuildItem key={guild.id} guild={guild} />
            ))}
          </ul>
        ) : null}
        {untold.length > 0 ? <Untold findings={untold} /> : null}
        {failure ? (
          <Callout tone="danger" role="alert" title="The search ended early" className="w-full">
            {isNotOffered(failure)
              ? "Your instance does not tell who is a member of a guild. Look at the guild's members with a client."
              : tellFailure(failure)}
          </Callout>
        ) : null}
        {isRunning ? (
          <Button onClick={stop}>Stop</Button>
        ) : guilds === undefined ? (
          <Button onClick={start}>Find its guilds</Button>
        ) : rest > 0 && !isNotOffered(failure) ? (
          <Button onClick={start}>
            {findings.length === 0 ? "Try again" : `Check ${Math.min(rest, AT_ONCE)} more`}
          </Button>
        ) : null}
      </CardContent>
    </Card>
  );
}

function progress(search: {
  findings: readonly GuildFinding[];
  guilds?: readonly unknown[] | null;
  found: number;
}): string {
  const { findings, guilds, found } = search;
  const count = (amount: number) => amount.toLocaleString("en");
  if (guilds === undefined)
    return "An instance does not list a bot's guilds. The panel can ask, guild by guild, about those that the connected account is in.";
  if (guilds === null)
    return "Your instance does not list an account's guilds, so the panel cannot tell where the bot is.";
  if (guilds.length === 0) return "The connected account is in no guild.";
  return `Asked about ${count(findings.length)} of the ${count(guilds.length)} guilds that the account is in: the bot is in ${count(found)}.`;
}

function GuildItem({ guild: { id, name } }: { guild: GuildFinding }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
      <span className="font-medium wrap-anywhere">{name}</span>
      <code className="text-xs text-muted-foreground">{id}</code>
    </li>
  );
}

function Untold({ findings }: { findings: readonly GuildFinding[] }) {
  return (
    <details className="w-full">
      <summary className="cursor-pointer text-sm text-muted-foreground">
        {findings.length === 1
          ? "Of 1 guild the instance did not tell"
          : `Of ${findings.length.toLocaleString("en")} guilds the instance did not tell`}
      </summary>
      <ul className="mt-2 flex flex-col gap-2 text-sm">
        {findings.map(({ id, name, reason }) => (
          <li key={id}>
            <span className="font-medium wrap-anywhere">{name}</span>: {tellFailure(reason)}
          </li>
        ))}
      </ul>
    </details>
  );
}
