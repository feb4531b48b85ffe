"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { ConfirmButton } from "@/components/shell/form/confirm-button";
import { Badge } from "@/components/ui/badge";
import { Button, buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { useLazyComponent } from "@/components/ui/lazy-component";
import { permissionLabels } from "@/lib/shared/chat/permissions";
import type { BotDetail, BotGuildEntry, BotGuilds as FoundGuilds } from "@/lib/shared/contract/bots";
import { isNotOffered, wordsOf } from "../account/failure";
import { useInstance } from "../account/instance-provider";
import { isAdministrator } from "../permission-notes";
import { allBots, botGuildsQuery, removeFromGuild } from "../queries/bots";

/** Maximum number of permission labels in a row. The rest are shown only as a count. */
const SHOWN = 3;

const loadDialog = () => import("./permission-dialogs").then((module) => module.PermissionDialog);

export function BotGuilds({ bot }: { bot: BotDetail }) {
  if (bot.guilds === null) return <BotGuildSearch bot={bot} />;
  return (
    <Card title="Guilds" action={<Badge>{bot.guilds.length.toLocaleString("en")}</Badge>}>
      {bot.guilds.length === 0 ? (
        <CardContent className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted-foreground">The bot is not in a guild yet, so nobody can use it.</p>
          <NextStep bot={bot} className={buttonVariants({ size: "sm" })} />
        </CardContent>
      ) : (
        <ul aria-label={`Guilds of ${bot.name}`} className="divide-y">
          {bot.guilds.map((guild) => (
            <GuildRow key={guild.id} bot={bot} guild={guild} />
          ))}
        </ul>
      )}
    </Card>
  );
}

export function NextStep({ bot: { id, hasBot }, className }: { bot: BotDetail; className: string }) {
  return (
    <Link href={`/applications/new?application=${id}${hasBot ? "&at=guild" : ""}`} className={className}>
      {hasBot ? "Add to a guild" : "Create its bot user"}
    </Link>
  );
}

function GuildRow({ bot, guild }: { bot: BotDetail; guild: BotGuildEntry }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
      <div className="min-w-48 flex-1">
        <p className="font-medium break-words">{guild.name}</p>
        {guild.joinedAt === null ? null : (
          <p className="text-sm text-muted-foreground">
            Added <Moment at={guild.joinedAt} />
          </p>
        )}
      </div>
      {guild.permissions === null ? null : <Permissions set={BigInt(guild.permissions)} />}
      <div className="flex gap-2">
        <ChangePermissions bot={bot} guild={guild} />
        <ConfirmButton
          size="sm"
          variant="ghost"
          title={`Remove ${bot.name} from ${guild.name}?`}
          description="The bot loses its role and its access to the guild. You can add it again."
          confirmLabel="Remove bot"
          request={() => removeFromGuild(bot.id, guild.id)}
          done={() => `${bot.name} removed from ${guild.name}`}
          failed="The bot was not removed"
          changes={allBots}
        >
          Remove<span className="sr-only"> from {guild.name}</span>
        </ConfirmButton>
      </div>
    </li>
  );
}

function Permissions({ set }: { set: bigint }) {
  if (set === 0n)
    return <p className="flex-2 text-sm text-muted-foreground">Only the permissions of @everyone</p>;
  if (isAdministrator(set))
    return (
      <p className="flex-2">
        <Badge tone="warning">Administrator</Badge>
      </p>
    );
  const labels = permissionLabels(set);
  return (
    <p className="flex flex-2 flex-wrap gap-1" title={labels.join(", ")}>
      {labels.slice(0, SHOWN).map((label) => (
        <Badge key={label}>{label}</Badge>
      ))}
      {labels.length > SHOWN ? (
        <span className="text-sm text-muted-foreground">+{labels.length - SHOWN}</span>
      ) : null}
    </p>
  );
}

function ChangePermissions({ bot, guild }: { bot: BotDetail; guild: BotGuildEntry }) {
  const { part: PermissionDialog, trigger } = useLazyComponent(loadDialog);
  if (guild.held === null) {
    return (
      <span className="self-center text-sm text-muted-foreground">
        Only managers of the guild can change permissions
      </span>
    );
  }
  const label = (
    <>
      Change<span className="sr-only"> permissions in {guild.name}</span>
    </>
  );
  return PermissionDialog ? (
    <PermissionDialog bot={bot} guild={guild} held={BigInt(guild.held)} label={label} />
  ) : (
    <Button size="sm" {...trigger}>
      {label}
    </Button>
  );
}

/** Finds the bot's guilds among the account's guilds. Used if the panel must ask the instance about each guild. */
function BotGuildSearch({ bot }: { bot: BotDetail }) {
  const { lacks } = useInstance();
  const client = useQueryClient();
  const query = botGuildsQuery(bot.id);
  const search = useInfiniteQuery(query);
  const pages = search.data?.pages ?? [];
  const guilds = pages.flatMap((page) => page.guilds);
  const unknown = pages.flatMap((page) => page.unknown);
  const searched = pages.at(-1)?.asked ?? null;
  const failure = wordsOf(search.error);
  const rest = searched === null ? null : searched.total - searched.done;
  return (
    <Card
      title="Guilds"
      action={searched === null ? null : <Badge>{guilds.length.toLocaleString("en")}</Badge>}
    >
      <CardContent className="flex flex-col items-start gap-4">
        <p role="status" className="max-w-prose text-muted-foreground">
          {searched === null ? lacks("botGuilds") : progress(searched, guilds.length)}
        </p>
        {guilds.length > 0 ? (
          <ul aria-label={`Guilds of ${bot.name}`} className="w-full divide-y rounded-lg border">
            {guilds.map(({ id, name, permissions }) => (
              <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
                <span className="font-medium wrap-anywhere">{name}</span>
                {permissions === null ? null : <Permissions set={BigInt(permissions)} />}
                <code className="text-xs text-muted-foreground">{id}</code>
              </li>
            ))}
          </ul>
        ) : null}
        {guilds.length > 0 ? (
          <p className="max-w-prose text-sm text-muted-foreground">{lacks("botMembership")}</p>
        ) : null}
        {unknown.length > 0 ? <UnknownGuilds guilds={unknown} /> : null}
        {failure !== undefined && !search.isFetching ? (
          <Callout tone="danger" role="alert" title="The search stopped early" className="w-full">
            {failure}
          </Callout>
        ) : null}
        {search.isFetching ? (
          <Button onClick={() => void client.cancelQueries({ queryKey: query.queryKey })}>Stop</Button>
        ) : isNotOffered(search.error) ? null : searched === null ? (
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

function progress({ done, total }: { done: number; total: number }, foundCount: number): string {
  if (total === 0) return "The connected account is in no guild.";
  const count = (amount: number) => amount.toLocaleString("en");
  return `Checked ${count(done)} of the account's ${count(total)} guilds: the bot is in ${count(foundCount)}.`;
}

function UnknownGuilds({ guilds }: { guilds: FoundGuilds["unknown"] }) {
  return (
    <details className="w-full">
      <summary className="cursor-pointer text-sm text-muted-foreground">
        {guilds.length === 1
          ? "1 guild could not be checked"
          : `${guilds.length.toLocaleString("en")} guilds could not be checked`}
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
