"use client";

import { useQuery } from "@tanstack/react-query";
import { runningQuery, waitingIn } from "@/components/settings/queries/running";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { isEnded } from "@/lib/shared/contract/values";
import { PendingList } from "./pending-list";
import { applyTitles, runningWords } from "./running-words";

/** How many settings are listed before "and 4 more". */
const mostShown = 5;

/** On the overview: what waits for a restart, with the way to apply it. */
export function PendingCard() {
  const { data, error } = useQuery(runningQuery());
  const waiting = data ? waitingIn(data) : [];
  const underWay = data?.apply && !isEnded(data.apply.state) ? data.apply : null;
  return (
    <Card>
      <CardHeader row>
        <CardTitle>Restart pending</CardTitle>
        {underWay ? (
          <Badge tone="accent">{applyTitles[underWay.state]}</Badge>
        ) : data ? (
          <Badge tone={waiting.length > 0 ? "warning" : "neutral"} className="tabular-nums">
            {data.state === "local" ? "Never" : waiting.length}
          </Badge>
        ) : null}
      </CardHeader>
      <CardContent className="flex flex-col gap-2">
        {data ? (
          <p className="text-muted-foreground">{runningWords(data)}</p>
        ) : error ? (
          <p>{error.message}</p>
        ) : (
          <Skeleton className="h-10" />
        )}
        {waiting.length > 0 ? (
          <PendingList settings={waiting.slice(0, mostShown)} label="Settings that need a restart" />
        ) : null}
        {waiting.length > mostShown ? <p>And {waiting.length - mostShown} more.</p> : null}
      </CardContent>
      <CardFooter>
        <Link href="/running" className={buttonVariants()}>
          {waiting.length > 0 ? "Review" : "Details"}
        </Link>
      </CardFooter>
    </Card>
  );
}
