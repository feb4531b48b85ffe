"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useState } from "react";
import { buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import type { BotOrder, BotPage } from "@/lib/shared/contract/bots";
import { beginsWith } from "@/components/shell/queries/pages";
import { PagedList, useSearch } from "@/components/shell/paged-list";
import { botsQuery } from "../queries/bots";
import { isNotOffered } from "../account/failure";
import { useInstance } from "../account/instance-provider";
import { OpenById } from "../open-by-id";
import { Table } from "@/components/ui/table";
import { BotRows } from "./bot-rows";

const ORDERS: Record<BotOrder, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "Name A–Z",
};

/**
 * The bots of the instance. The server searches and sorts them, because an instance may have ten thousand bots.
 * @param initial the first page, if the server has rendered it
 */
export function BotList({ initial }: { initial?: BotPage }) {
  const { isReady, lacks } = useInstance();
  const { typed, search } = useSearch();
  const [order, setOrder] = useState<BotOrder>("newest");
  const { data, ...query } = useInfiniteQuery({
    ...botsQuery(search, order),
    enabled: isReady,
    ...beginsWith(search === "" && order === "newest" ? initial : undefined),
  });
  const { error } = query;
  const pages = data?.pages ?? [];
  const isEmpty = pages.every((page) => page.bots.length === 0);

  if (isNotOffered(error))
    return <OpenById text={error.message} label="Application id" page="/applications" />;
  if (data === undefined && !error) return <Loading />;
  if (isEmpty && typed.typed === "" && !error) {
    return (
      <EmptyState
        icon={<Bot />}
        title="No bots yet"
        text="A bot is a program that acts in guilds. You can create a bot and add it to a guild in four short steps."
        action={
          <Link href="/applications/new" className={buttonVariants({ variant: "primary" })}>
            Create bot
          </Link>
        }
      />
    );
  }
  return (
    <PagedList
      what="bots"
      search={{ label: "Find a bot", ...typed }}
      action={
        <Select value={order} onValueChange={(next) => setOrder(next as BotOrder)}>
          <SelectTrigger aria-label="Sort bots" className="sm:w-44">
            <SelectValue />
          </SelectTrigger>
          <SelectContent>
            {Object.entries(ORDERS).map(([value, label]) => (
              <SelectItem key={value} value={value}>
                {label}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      }
      isEmpty={isEmpty}
      none={`No bot has “${search}” in its name.`}
      pages={query}
      isEndless
    >
      <BotTable key={`${order} ${search}`} pages={pages} countsGuilds={lacks("botGuilds") === null} />
    </PagedList>
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

/** One table for all loaded pages, so that the columns keep their widths when another page is loaded. */
function BotTable({ pages, countsGuilds }: { pages: readonly BotPage[]; countsGuilds: boolean }) {
  return (
    <Table
      label="Bots"
      className="table-fixed"
      head={[
        "Name",
        { name: "Owner", className: "w-1/5" },
        countsGuilds
          ? { name: "Guilds", className: "w-24 text-right" }
          : { name: "Who can add it", className: "w-40" },
        { name: "Created", className: "w-56" },
      ]}
    >
      {pages.map(({ bots }) => (
        <BotRows key={bots[0]?.id} bots={bots} />
      ))}
    </Table>
  );
}
