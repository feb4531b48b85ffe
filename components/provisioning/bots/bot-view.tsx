"use client";

import { useQuery } from "@tanstack/react-query";
import { Button, buttonVariants } from "@/components/ui/button";
import { CopyText } from "@/components/ui/copy-button";
import { ErrorState } from "@/components/ui/error-state";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/loading";
import type { BotDetail } from "@/lib/shared/contract/bots";
import { AccountGate } from "../account/account-gate";
import { isNotOffered, wordsOf } from "../account/failure";
import { useInstance } from "../account/instance-provider";
import { BotAvatar } from "../bot-avatar";
import { botQuery } from "../queries/bots";
import { BotCards } from "./bot-cards";
import { NextStep } from "./bot-guilds";
import { EditBot } from "./edit-bot";
import type { BotAddresses } from "./start-code";

interface BotViewProps {
  id: string;
  initial?: BotDetail;
  addresses: BotAddresses;
}

export function BotView({ id, initial, addresses }: BotViewProps) {
  const { isReady } = useInstance();
  const {
    data: bot,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...botQuery(id),
    retry: false,
    enabled: isReady,
    ...(initial && { initialData: initial }),
  });
  return (
    <>
      <PageHeader
        title={bot?.name ?? "Bot"}
        picture={bot ? <BotAvatar bot={bot} size="lg" /> : undefined}
        description={
          <span className="inline-flex flex-wrap items-center gap-x-2">
            {bot ? (
              <>
                <span>
                  {bot.owner ? `Owned by ${bot.owner.username} · created` : "Created"}{" "}
                  <Moment at={bot.createdAt} />
                </span>
                <span aria-hidden="true" className="max-sm:hidden">
                  ·
                </span>
              </>
            ) : null}
            <CopyText value={id} label="Copy the bot's id" small />
          </span>
        }
        actions={
          bot ? (
            // Hidden instead of unmounted while no account is connected, to preserve text that is typed into the
            // dialogs.
            <div hidden={!isReady} className="flex flex-wrap items-center gap-2">
              <EditBot bot={bot} />
              <NextStep bot={bot} className={buttonVariants({ variant: "primary" })} />
            </div>
          ) : null
        }
      />
      <AccountGate why="The bots belong to the account that you connect.">
        {bot ? (
          <BotCards bot={bot} addresses={addresses} />
        ) : isNotOffered(error) ? (
          <p className="max-w-prose">
            {error.message}{" "}
            <Link href={`/applications/new?application=${id}`} className="text-accent-text underline">
              Create its bot user or add it to a guild
            </Link>
            .
          </p>
        ) : error ? (
          <ErrorState
            title="This bot could not be loaded"
            unchanged="Nothing was changed."
            advice={wordsOf(error)}
            actions={
              <Button busy={isFetching} onClick={() => void refetch()}>
                Load again
              </Button>
            }
          />
        ) : (
          <div role="status" aria-label="Loading the bot" className="grid gap-4 xl:grid-cols-[2fr_1fr]">
            <Skeleton className="h-64" />
            <Skeleton className="h-40" />
          </div>
        )}
      </AccountGate>
    </>
  );
}
