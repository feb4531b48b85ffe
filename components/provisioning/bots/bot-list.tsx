"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useDeferredValue, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button, buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { BotPage } from "@/lib/shared/contract/bots";
import { botsQuery } from "../queries/bots";

/** All bots of the directory; the server searches, so that ten thousand are found as quickly as ten. */
export function BotList({ initial }: { initial: BotPage }) {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...botsQuery(search),
    ...(search === ""
      ? { initialData: { pages: [initial], pageParams: [null] } }
      : { placeholderData: keepPreviousData }),
  });
  const bots = data?.pages.flatMap((page) => page.bots) ?? [];

  if (bots.length === 0 && typed === "" && !error) {
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
      <Input
        type="search"
        aria-label="Find a bot"
        placeholder="Find a bot by name or id"
        className="sm:max-w-80"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error ? (
        <Callout
          tone="danger"
          role="alert"
          title="The bots could not be loaded"
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {error.message}
        </Callout>
      ) : bots.length === 0 ? (
        <p role="status" className="text-muted-foreground">
          No bot has “{typed.trim()}” in its name.
        </p>
      ) : (
        <Table label="Bots">
          <TableHeader>
            <tr>
              <TableHead>Name</TableHead>
              <TableHead>Owner</TableHead>
              <TableHead className="text-right">Guilds</TableHead>
              <TableHead>Created</TableHead>
            </tr>
          </TableHeader>
          <TableBody>
            {bots.map((bot) => (
              <TableRow key={bot.id} className="relative">
                <TableCell className="font-medium">
                  <span className="inline-flex flex-wrap items-center gap-2 break-words">
                    <Link
                      href={`/applications/${bot.id}`}
                      className="rounded-sm after:absolute after:inset-0 hover:underline"
                    >
                      {bot.name}
                    </Link>
                    {bot.hasBot ? null : <Badge tone="warning">No bot user yet</Badge>}
                  </span>
                </TableCell>
                <TableCell name="Owner">{bot.owner.username}</TableCell>
                <TableCell name="Guilds" className="tabular-nums sm:text-right">
                  {bot.guildCount.toLocaleString("en")}
                </TableCell>
                <TableCell name="Created" className="text-sm text-muted-foreground">
                  <Moment at={bot.createdAt} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {hasNextPage ? (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more bots
        </Button>
      ) : null}
    </div>
  );
}
