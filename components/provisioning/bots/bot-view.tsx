"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { buttonVariants } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import type { BotDetail } from "@/lib/shared/contract/bots";
import { BotAvatar } from "../bot-avatar";
import { botQuery } from "../queries/bots";
import { BotGuilds } from "./bot-guilds";
import { DeleteBot } from "./delete-bot";
import { EditBot } from "./edit-bot";
import { type InviteAddress, InviteCard } from "./invite-card";
import { ResetToken } from "./reset-token";
import { StartCard } from "./start-card";
import type { BotAddresses } from "./start-code";
import { TransferBot } from "./transfer-bot";

/** A bot's page: where it is and what it may do there, and what its owner or an operator may need to do with it. */
export function BotView({
  initial,
  addresses,
  invite,
}: {
  initial: BotDetail;
  addresses: BotAddresses;
  invite: InviteAddress;
}) {
  const { data: bot } = useQuery({ ...botQuery(initial.id), initialData: initial });
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-4">
            <BotAvatar bot={bot} size="lg" />
            <span className="min-w-0 wrap-anywhere">{bot.name}</span>
          </span>
        }
        description={
          <span className="inline-flex flex-wrap items-center gap-x-2">
            Owned by {bot.owner.username} · created <Moment at={bot.createdAt} /> ·{" "}
            <span className="inline-flex items-center">
              <code className="text-xs">{bot.id}</code>
              <CopyButton value={bot.id} label="Copy the bot's id" size="icon-sm" />
            </span>
          </span>
        }
        actions={
          <>
            <EditBot bot={bot} />
            <Link
              href={`/applications/new?application=${bot.id}`}
              className={buttonVariants({ variant: "primary" })}
            >
              {bot.hasBot ? "Add to a guild" : "Create its bot user"}
            </Link>
          </>
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <BotGuilds bot={bot} />
          {bot.hasBot ? <StartCard addresses={addresses} /> : null}
          {bot.description ? (
            <Card>
              <CardHeader>
                <CardTitle>Description</CardTitle>
              </CardHeader>
              <CardContent>
                <p className="break-words whitespace-pre-wrap">{bot.description}</p>
              </CardContent>
            </Card>
          ) : null}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {bot.hasBot ? (
            <Card>
              <CardHeader>
                <CardTitle>Token</CardTitle>
                <CardDescription>
                  Shown once, when it was made. If it is lost or leaked, replace it: programs that use the old
                  one stop working at once.
                </CardDescription>
              </CardHeader>
              <CardContent>
                <ResetToken bot={bot} addresses={addresses} />
              </CardContent>
            </Card>
          ) : null}
          {bot.hasBot ? <InviteCard bot={bot} address={invite} /> : null}
          <Card>
            <CardHeader>
              <CardTitle>Ownership</CardTitle>
              <CardDescription>The owner may issue tokens through the instance API.</CardDescription>
            </CardHeader>
            <CardContent className="flex flex-wrap gap-2">
              <TransferBot bot={bot} />
              <DeleteBot bot={bot} />
            </CardContent>
          </Card>
        </div>
      </div>
    </>
  );
}
