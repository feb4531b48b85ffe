import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import type { InstanceBot } from "../queries/instance-bots";
import { inviteOf } from "./invite-of";
import { whoMayAdd } from "./remote-bot-table";

export function RemoteBotFacts({ bot, frontPage }: { bot: InstanceBot; frontPage: string | null }) {
  const invite = inviteOf(bot, frontPage);
  return (
    <Card>
      <CardHeader>
        <CardTitle>About</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[auto_1fr] sm:gap-y-3">
          <dt className="text-muted-foreground">Description</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">{bot.description || "Not set"}</dd>
          <dt className="text-muted-foreground">Bot user</dt>
          <dd className="wrap-anywhere">{bot.hasBot ? (bot.username ?? "Made") : "Not made yet"}</dd>
          <dt className="text-muted-foreground">Who may add it</dt>
          <dd>{whoMayAdd(bot.public)}</dd>
          {invite ? (
            <>
              <dt className="text-muted-foreground">Link to add it</dt>
              <dd className="min-w-0">
                <span className="flex items-center gap-1">
                  <a
                    href={invite.url}
                    target="_blank"
                    rel="noreferrer"
                    className="text-sm break-all text-accent-text underline"
                  >
                    {invite.url}
                  </a>
                  <CopyButton value={invite.url} label="Copy the link" className="-my-2" />
                </span>
                {invite.isGuess ? (
                  <span className="block text-sm text-muted-foreground">
                    At the front page of the settings. It works if the client there has this page.
                  </span>
                ) : null}
              </dd>
            </>
          ) : null}
        </dl>
      </CardContent>
    </Card>
  );
}
