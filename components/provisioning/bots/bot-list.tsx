"use client";

import { Bot } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { PagedList, useSearch } from "@/components/shell/paged-list";
import { beginsWith } from "@/components/shell/queries/pages";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link, RowLink } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/loading";
import { Table, TableBody, TableCell, TableRow } from "@/components/ui/table";
import type { BotOrder, BotPage } from "@/lib/shared/contract/bots";
import { isNotOffered } from "../account/failure";
import { useInstance } from "../account/instance-provider";
import { BotAvatar } from "../bot-avatar";
import { OpenById } from "../open-by-id";
import { botsQuery } from "../queries/bots";

const ORDERS: Record<BotOrder, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "Name A–Z",
};

/**
 * The server searches and sorts them, because there may be ten thousand.
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

const NEAR = "1500px";

/**
 * Renders the rows of one page of bots. While the rows are far outside the window, one empty row of the same
 * height replaces them. Thousands of rows would slow the browser down.
 */
const BotRows = memo(function BotRows({ bots }: { bots: BotPage["bots"] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  /** Height of the empty row in pixels. Null while the bots' rows are rendered. */
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const watcher = new IntersectionObserver(
      ([entry]) => setHeight(entry && !entry.isIntersecting ? element.getBoundingClientRect().height : null),
      { rootMargin: NEAR },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return (
    <TableBody ref={body} className="[tbody+&]:border-t">
      {height === null ? (
        bots.map((bot) => <BotRow key={bot.id} bot={bot} />)
      ) : (
        <tr aria-hidden="true" className="max-sm:block">
          <td colSpan={4} className="max-sm:block" style={{ height }} />
        </tr>
      )}
    </TableBody>
  );
});

const whoMayAdd = (isPublic: boolean | null): string =>
  isPublic === null ? "Not reported" : isPublic ? "Everybody" : "Its owner";

function BotRow({ bot }: { bot: BotPage["bots"][number] }) {
  return (
    <TableRow className="relative">
      <TableCell className="font-medium">
        <span className="flex items-center gap-3">
          <BotAvatar bot={bot} />
          <span className="flex min-w-0 flex-wrap items-center gap-2 wrap-anywhere">
            <RowLink href={`/applications/${bot.id}`}>{bot.name}</RowLink>
            {bot.hasBot ? null : <Badge tone="warning">No bot user yet</Badge>}
          </span>
        </span>
      </TableCell>
      <TableCell name="Owner" className="break-words">
        {bot.owner?.username ?? "The connected account"}
      </TableCell>
      {bot.guildCount === null ? (
        <TableCell name="Who can add it">{whoMayAdd(bot.public)}</TableCell>
      ) : (
        <TableCell name="Guilds" className="tabular-nums sm:text-right">
          {bot.guildCount.toLocaleString("en")}
        </TableCell>
      )}
      <TableCell name="Created" className="text-sm text-muted-foreground">
        <Moment at={bot.createdAt} />
      </TableCell>
    </TableRow>
  );
}
