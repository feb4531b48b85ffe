"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { useInstance } from "../account/instance-provider";
import { botToken } from "../bots/env-file";
import { StartCard } from "../bots/start-card";
import type { BotAddresses } from "../bots/start-code";
import { type InstanceBot, instanceBotQuery } from "../queries/instance-bots";
import { TokenBox } from "../token-box";
import type { ShownToken } from "../token-keeper";
import { AccountGate } from "./account-gate";
import { DeleteRemoteBot } from "./delete-remote-bot";
import { EditRemoteBot } from "./edit-remote-bot";
import { LoadFailure } from "./load-failure";
import { RemoteBotFacts } from "./remote-bot-facts";
import { RemoteBotGuilds } from "./remote-bot-guilds";
import { createdAt } from "./remote-bot-table";
import { ResetRemoteToken } from "./reset-remote-token";

interface RemoteBotProps {
  id: string;
  addresses: BotAddresses;
  /** `general.frontPage` of the file. */
  frontPage: string | null;
}

/** Keeps what it last told while an account is connected again, so that nothing typed into its dialogs is lost. */
function useRemoteBot(id: string) {
  const { access, connected } = useInstance();
  const query = instanceBotQuery(access, connected?.number ?? 0, id);
  return useQuery({ ...query, placeholderData: keepPreviousData });
}

/** A bot of the upstream instance: what the instance tells of it, and what it lets its owner do. */
export function RemoteBotView(props: RemoteBotProps) {
  const { connected } = useInstance();
  const { data: bot } = useRemoteBot(props.id);
  return (
    <>
      <PageHeader
        title={bot?.name ?? "Bot"}
        description={
          <span className="inline-flex flex-wrap items-center gap-x-2">
            {bot ? (
              <>
                Created <Moment at={createdAt(bot)} /> ·
              </>
            ) : null}
            <span className="inline-flex items-center">
              <code className="text-xs">{props.id}</code>
              <CopyButton value={props.id} label="Copy the bot's id" size="icon-sm" />
            </span>
          </span>
        }
        actions={
          bot ? (
            <div hidden={connected === null} className="flex flex-wrap items-center gap-2">
              <EditRemoteBot bot={bot} />
              <Link
                href={`/applications/new?application=${bot.id}${bot.hasBot ? "&at=guild" : ""}`}
                className={buttonVariants({ variant: "primary" })}
              >
                {bot.hasBot ? "Add to a guild" : "Create its bot user"}
              </Link>
            </div>
          ) : null
        }
      />
      <AccountGate why="Its bots are those of the account that you connect.">
        <RemoteBot {...props} />
      </AccountGate>
    </>
  );
}

function RemoteBot({ id, addresses, frontPage }: RemoteBotProps) {
  const { connected } = useInstance();
  const { data: bot, error, isFetching, refetch } = useRemoteBot(id);
  const [token, setToken] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-4">
      {token === null ? null : (
        <NewToken
          key={token}
          shown={botToken({ id, name: bot?.name ?? "the bot" }, addresses, token)}
          onHide={() => setToken(null)}
        />
      )}
      {error ? (
        <LoadFailure
          title="This bot could not be loaded"
          error={error}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : bot === undefined ? (
        <div role="status" aria-label="Loading the bot" className="grid gap-4 xl:grid-cols-[2fr_1fr]">
          <Skeleton className="h-64" />
          <Skeleton className="h-40" />
        </div>
      ) : bot === null ? (
        <p className="max-w-prose">
          Your instance does not tell anything about an application.{" "}
          <Link href={`/applications/new?application=${id}`} className="text-accent-text underline">
            Create its bot user, or add it to a guild
          </Link>
          .
        </p>
      ) : (
        <Cards
          bot={bot}
          addresses={addresses}
          frontPage={frontPage}
          number={connected?.number ?? 0}
          onToken={setToken}
        />
      )}
    </div>
  );
}

/** On top, whatever becomes of the rest of the page: the token is shown this once. */
function NewToken({ shown, onHide }: { shown: ShownToken; onHide: () => void }) {
  const [isKept, setKept] = useState(false);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's clean-up.
    void card.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <Card ref={card} role="status">
      <CardHeader>
        <CardTitle>New token</CardTitle>
        <CardDescription>It is not stored here and will not be shown again.</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        <TokenBox shown={shown} isKept={isKept} onKept={() => setKept(true)} />
        <Button className="self-start" onClick={onHide}>
          Hide token
        </Button>
      </CardContent>
    </Card>
  );
}

interface CardsProps {
  bot: InstanceBot;
  addresses: BotAddresses;
  frontPage: string | null;
  number: number;
  onToken: (token: string) => void;
}

function Cards({ bot, addresses, frontPage, number, onToken }: CardsProps) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
      <div className="flex min-w-0 flex-col gap-4">
        <RemoteBotFacts bot={bot} frontPage={frontPage} />
        {bot.hasBot ? <RemoteBotGuilds key={number} id={bot.id} name={bot.name} /> : null}
        {bot.hasBot ? <StartCard addresses={addresses} /> : null}
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
              <ResetRemoteToken bot={bot} onToken={onToken} />
            </CardContent>
          </Card>
        ) : null}
        <Card>
          <CardHeader>
            <CardTitle>Delete</CardTitle>
            <CardDescription>
              It belongs to the connected account. The API has no way to give it to another.
            </CardDescription>
          </CardHeader>
          <CardContent>
            <DeleteRemoteBot bot={bot} />
          </CardContent>
        </Card>
      </div>
    </div>
  );
}
