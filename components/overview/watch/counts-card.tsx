"use client";

import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { Sparkline } from "./sparkline";
import { useWatch } from "./use-watch";
import { amount, countWords, weekDifference } from "./words";

/** How many users, guilds and messages there are, and how that changed in 30 days. */
export function CountsCard({ initial }: { initial: WatchAnswer }) {
  const { counts, isLocal, interval } = useWatch(initial);
  return (
    <Card>
      <CardHeader>
        <CardTitle>On the instance</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {counts.list.length === 0 ? (
          <p className="text-muted-foreground">{nothing(isLocal, interval)}</p>
        ) : (
          <dl className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-x-6 gap-y-4">
            {counts.list.map(({ name, now, weekAgo, points }) => (
              <div key={name} className="flex min-w-0 flex-col gap-1">
                <dt className="text-sm text-muted-foreground">{countWords[name]}</dt>
                <dd className="text-xl font-semibold tabular-nums" title={now.toLocaleString("en")}>
                  {amount(now)}
                </dd>
                <dd className="text-xs text-muted-foreground">{weekDifference(now, weekAgo)}</dd>
                <dd>
                  <Sparkline points={points} line={counts.line} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </CardContent>
    </Card>
  );
}

function nothing(isLocal: boolean, interval: number): string {
  if (interval === 0) return "Counts are off, because WATCH_INTERVAL is 0.";
  return isLocal
    ? "Counting users and guilds. Check back in a moment."
    : "To count users, guilds and messages, set INSTANCE_OPERATOR_TOKEN to the token of a user who can view your instance's statistics.";
}
