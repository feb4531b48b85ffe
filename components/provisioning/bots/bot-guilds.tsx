"use client";

import { Link } from "@/components/ui/link";
import { ConfirmButton } from "@/components/shell/form/confirm-button";
import { Badge } from "@/components/ui/badge";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { useLazyComponent } from "@/components/ui/use-lazy-component";
import { permissionLabels } from "@/lib/shared/chat/permissions";
import type { BotDetail, BotGuildEntry } from "@/lib/shared/contract/bots";
import { allBots, removeFromGuild } from "../queries/bots";
import { BotGuildSearch } from "./bot-guild-search";

const ADMINISTRATOR = 8n;
/** Maximum number of permission labels in a row. Only the number of further labels is shown. */
const SHOWN = 3;

const loadDialog = () => import("./permission-dialog").then((module) => module.PermissionDialog);

/** Lists a bot's guilds, or offers a search if the instance does not report them. */
export function BotGuilds({ bot }: { bot: BotDetail }) {
  if (bot.guilds === null) return <BotGuildSearch bot={bot} />;
  return (
    <Card>
      <CardHeader row>
        <CardTitle>Guilds</CardTitle>
        <Badge>{bot.guilds.length.toLocaleString("en")}</Badge>
      </CardHeader>
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

/** Links to the wizard at the bot's next step. */
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
        <Remove bot={bot} guild={guild} />
      </div>
    </li>
  );
}

function Permissions({ set }: { set: bigint }) {
  if (set === 0n)
    return <p className="flex-2 text-sm text-muted-foreground">Only the permissions of @everyone</p>;
  if ((set & ADMINISTRATOR) !== 0n)
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

function Remove({ bot, guild }: { bot: BotDetail; guild: BotGuildEntry }) {
  return (
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
  );
}
