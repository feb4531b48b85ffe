import { buttonVariants } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { permissionsIn } from "@/lib/shared/chat/permissions";
import type { InviteOutcome, InviteRefusal } from "@/lib/shared/contract/bots";
import { BotAvatar } from "../bot-avatar";
import { PermissionList } from "../permission-notes";

export function InviteDone({ outcome }: { outcome: InviteOutcome }) {
  const bot = outcome.kind === "in" ? outcome.bot : null;
  const { title, text } = outcomeWords(outcome);
  return (
    <Card>
      <CardContent inset="loose" className="flex flex-col gap-5">
        <div className="flex items-center gap-4">
          {bot ? <BotAvatar bot={bot} size="lg" /> : null}
          <h1 className="min-w-0 text-xl font-semibold break-words">{title}</h1>
        </div>
        <p className="text-muted-foreground">{text}</p>
        {outcome.kind === "in" && outcome.permissions !== null ? (
          <PermissionList label="Permissions" permissions={permissionsIn(BigInt(outcome.permissions))} />
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

function outcomeWords(outcome: InviteOutcome): { title: string; text: string } {
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

export function InviteRefused({ refusal }: { refusal: InviteRefusal }) {
  const { title, text } = refusalWords(refusal);
  const href = "bot" in refusal ? `/applications/${refusal.bot.id}` : "/applications";
  return (
    <Card>
      <CardContent inset="loose" className="flex flex-col gap-4">
        <h1 className="text-xl font-semibold break-words">{title}</h1>
        <p className="wrap-anywhere text-muted-foreground">{text}</p>
        <Link href={href} className={buttonVariants({ className: "self-start" })}>
          {"bot" in refusal ? "Open bot" : "Open bots"}
        </Link>
      </CardContent>
    </Card>
  );
}

function refusalWords(refusal: InviteRefusal): { title: string; text: string } {
  switch (refusal.reason) {
    case "no-user":
      return {
        title: "You have no user on this instance",
        text: "Your username is longer than the username limit, so the panel created no user for you. Raise the limit, then restart the panel.",
      };
    case "malformed-permissions":
      return {
        title: "The permissions in this link are not a number",
        text: "Permissions must be a whole number below 2⁶⁴. Ask for the link again, or create one on the bot's page.",
      };
    case "other-scope":
      return {
        title: "This link does not ask to add a bot",
        text: "Its scope does not include “bot”, and you can only authorize bots here. Ask for a link that adds the bot.",
      };
    case "unknown-bot":
      return {
        title: "This bot does not exist",
        text: "The link is incomplete, or the bot was deleted. Ask for the link again.",
      };
    case "private":
      return {
        title: `${refusal.bot.name} is private`,
        text: `Only its owner can add it to guilds. Ask ${refusal.bot.owner?.username ?? "them"} to add it, or to make it public.`,
      };
    case "no-bot-user":
      return {
        title: `${refusal.bot.name} has no bot user yet`,
        text: `The bot user must exist before you can add the bot to a guild. Its owner${refusal.bot.owner ? `, ${refusal.bot.owner.username},` : ""} can create it on the bot's page.`,
      };
    case "disabled":
      return {
        title: `${refusal.bot.name} is disabled`,
        text: "A disabled bot cannot sign in. Enable its user, then open the link again.",
      };
  }
}
