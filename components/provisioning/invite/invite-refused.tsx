import { Link } from "@/components/ui/link";
import { buttonVariants } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import type { InviteRefusal } from "@/lib/shared/contract/invite";

/** Says why a link cannot be followed, and what to do instead. */
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
        text: "Your username is longer than the limit for usernames allows, so no user was created for you. Raise that limit, then restart the panel.",
      };
    case "malformed-permissions":
      return {
        title: "The permissions of this link are not a number",
        text: "They must be a whole number below 2⁶⁴. Ask for the link again, or make one on the bot's page.",
      };
    case "other-scope":
      return {
        title: "This link does not ask to add a bot",
        text: "Its scope lacks “bot”, and nothing else can be authorized here. Ask for a link that adds the bot.",
      };
    case "unknown-bot":
      return {
        title: "There is no such bot",
        text: "The link is incomplete, or the bot was deleted. Ask for the link again.",
      };
    case "private":
      return {
        title: `${refusal.bot.name} is private`,
        text: `Only its owner may add it to guilds. Ask ${refusal.bot.owner?.username ?? "them"} to add it, or to let others add it.`,
      };
    case "no-bot-user":
      return {
        title: `${refusal.bot.name} has no bot user yet`,
        text: `Nothing can be added to a guild before it is made. Its owner${refusal.bot.owner ? `, ${refusal.bot.owner.username},` : ""} makes it on the bot's page.`,
      };
    case "disabled":
      return {
        title: `${refusal.bot.name} is disabled`,
        text: "It could not sign in. Enable its user first, then open the link again.",
      };
  }
}
