import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { buttonVariants } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { permissionsIn } from "@/lib/shared/chat/permissions";
import type { InviteOutcome } from "@/lib/shared/contract/invite";
import { BotAvatar } from "../bot-avatar";

/** States whether the bot is in the guild now, and which permissions it has there. */
export function InviteDone({ outcome }: { outcome: InviteOutcome }) {
  const bot = outcome.kind === "in" ? outcome.bot : null;
  const { title, text } = wordsOf(outcome);
  return (
    <Card>
      <CardContent inset="loose" className="flex flex-col gap-5">
        <div className="flex items-center gap-4">
          {bot ? <BotAvatar bot={bot} size="lg" /> : null}
          <h1 className="min-w-0 text-xl font-semibold break-words">{title}</h1>
        </div>
        <p className="text-muted-foreground">{text}</p>
        {outcome.kind === "in" && outcome.permissions !== null ? (
          <Granted set={BigInt(outcome.permissions)} />
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Link
            href={bot ? `/applications/${bot.id}` : "/applications"}
            className={buttonVariants({ variant: "primary" })}
          >
            {bot ? "Open bot" : "Open bots"}
          </Link>
          <Link href="/" className={buttonVariants()}>
            Open the overview
          </Link>
        </div>
      </CardContent>
    </Card>
  );
}

function wordsOf(outcome: InviteOutcome): { title: string; text: string } {
  switch (outcome.kind) {
    case "in":
      return {
        title: `${outcome.bot.name} is in ${outcome.guild.name}`,
        text:
          outcome.permissions === null
            ? "The instance does not report the bot's permissions there."
            : outcome.permissions === "0"
              ? "The bot has no additional permissions. It can do what every member can do."
              : "In addition to what every member can do, the bot has these permissions:",
      };
    case "some-bot-in":
      return {
        title: `A bot was added to ${outcome.guild.name}`,
        text: "The list of bots shows its permissions.",
      };
    case "declined":
      return {
        title: "Nothing was added",
        text: "The request was declined. Open the link again to add the bot.",
      };
    case "not-in":
      return {
        title: "The bot is not in this guild",
        text: "The bot was removed, or never added. Open the invite link again to add it.",
      };
  }
}

function Granted({ set }: { set: bigint }) {
  if (set === 0n) return null;
  return (
    <ul aria-label="Permissions" className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
      {permissionsIn(set).map(({ bit, label, powerful }) => (
        <li key={String(bit)} className="flex flex-wrap items-center gap-2">
          {label}
          {powerful ? <Badge tone="warning">Powerful</Badge> : null}
        </li>
      ))}
    </ul>
  );
}
