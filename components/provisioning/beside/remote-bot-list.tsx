"use client";

import { useQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import { useState } from "react";
import { Link } from "@/components/ui/link";
import { buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { FindBox } from "../find-box";
import { useInstance } from "../account/instance-provider";
import { type InstanceBot, instanceBotsQuery } from "../queries/instance-bots";
import { LoadFailure } from "./load-failure";
import { OpenById } from "./open-by-id";
import { RemoteBotTable } from "./remote-bot-table";

/** The applications of the connected account. */
export function RemoteBotList() {
  const { access, connected } = useInstance();
  const {
    data: bots,
    error,
    isFetching,
    refetch,
  } = useQuery(instanceBotsQuery(access, connected?.number ?? 0));
  if (error) {
    const title = "The bots could not be loaded";
    return <LoadFailure title={title} error={error} isBusy={isFetching} onRetry={() => void refetch()} />;
  }
  if (bots === undefined) return <Loading />;
  if (bots === null) return <OpenById />;
  if (bots.length > 0) return <FoundBots bots={bots} />;
  return (
    <EmptyState
      icon={<Bot />}
      title="This account has no bots yet"
      text="Bots that it creates here or with a client are listed on this page. Creating one takes four short steps."
      action={
        <Link href="/applications/new" className={buttonVariants({ variant: "primary" })}>
          Create bot
        </Link>
      }
    />
  );
}

function FoundBots({ bots }: { bots: readonly InstanceBot[] }) {
  const [typed, setTyped] = useState("");
  const words = typed.trim().toLowerCase();
  const shown = bots.filter(({ id, name }) => name.toLowerCase().includes(words) || id === words);
  return (
    <div className="flex flex-col gap-4">
      <FindBox label="Find a bot" typed={typed} onType={setTyped} className="sm:max-w-80" />
      {shown.length > 0 ? (
        <RemoteBotTable bots={shown} />
      ) : (
        <p role="status" className="text-muted-foreground">
          No bot of this account has “{typed.trim()}” in its name.
        </p>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the bots" className="flex flex-col gap-4">
      <Skeleton className="h-9 sm:max-w-80" />
      <Skeleton className="h-40" />
    </div>
  );
}
