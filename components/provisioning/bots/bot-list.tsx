"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useDeferredValue, useState } from "react";
import { Button, buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { EmptyState } from "@/components/ui/empty-state";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import type { BotOrder, BotPage } from "@/lib/shared/contract/bots";
import { FindBox } from "../find-box";
import { botsQuery } from "../queries/bots";
import { BotTable } from "./bot-table";
import { MoreBots } from "./more-bots";

const ORDERS: Record<BotOrder, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "Name A–Z",
};

/** All bots of the directory; the server searches and sorts, so that ten thousand are found as quickly as ten. */
export function BotList({ initial }: { initial: BotPage }) {
  const [typed, setTyped] = useState("");
  const [order, setOrder] = useState<BotOrder>("newest");
  const search = useDeferredValue(typed.trim());
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...botsQuery(search, order),
    ...(search === "" && order === "newest"
      ? { initialData: { pages: [initial], pageParams: [null] } }
      : { placeholderData: keepPreviousData }),
  });
  const pages = data?.pages ?? [];
  const isEmpty = pages.every((page) => page.bots.length === 0);

  if (isEmpty && typed === "" && !error) {
    return (
      <EmptyState
        icon={<Bot />}
        title="No bots yet"
        text="A bot is a program that takes part in guilds. Creating one and adding it to a guild takes four short steps."
        action={
          <Link href="/applications/new" className={buttonVariants({ variant: "primary" })}>
            Create bot
          </Link>
        }
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <FindBox label="Find a bot" typed={typed} onType={setTyped} className="sm:max-w-80" />
        <Select value={order} onValueChange={(next) => setOrder(next as BotOrder)}>
          <SelectTrigger aria-label="Order of the bots" className="sm:w-44">
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
      </div>
      {error ? (
        <Callout
          tone="danger"
          role="alert"
          title="The bots could not be loaded"
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {error.message}
        </Callout>
      ) : null}
      {!isEmpty ? (
        <BotTable key={`${order} ${search}`} pages={pages} />
      ) : error ? null : (
        <p role="status" className="text-muted-foreground">
          No bot has “{typed.trim()}” in its name.
        </p>
      )}
      {hasNextPage && !error ? (
        <MoreBots isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      ) : null}
    </div>
  );
}
