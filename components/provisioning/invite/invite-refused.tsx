import { Link } from "@/components/ui/link";
import { buttonVariants } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import type { InviteRefusal } from "@/lib/shared/contract/invite";

/** Explains why an invite link does not work, and what to do instead. */
export function InviteRefused({ refusal }: { refusal: InviteRefusal }) {
  const { title, text } = wordsOf(refusal);
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

function wordsOf(refusal: InviteRefusal): { title: string; text: string } {
  switch (refusal.reason) {
    case "no-user":
      return {
        title: "You have no user on this instance",
        text: "Your username is longer than the username limit, so the panel created no user for you. Raise the limit, then restart the panel.",
      };
    case "malformed-permissions":
      return {
        title: "The permissions of this link are not a number",
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
