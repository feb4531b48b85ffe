"use client";

import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { ownSentence } from "./sentences";
import { Sparkline } from "./sparkline";
import { useWatch } from "./use-watch";
import { amount } from "./words";

const refusals = [
  ["limited", "Rate limits"],
  ["refused", "Refused (4xx)"],
  ["failed", "Failed (5xx)"],
] as const;

/** What the panel itself answered in the last 24 hours. */
export function OwnCard({ initial }: { initial: WatchAnswer }) {
  const { own, line, at, since } = useWatch(initial);
  return (
    <Card>
      <CardHeader>
        <CardTitle>This panel</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        <dl className="grid grid-cols-3 gap-x-4 gap-y-3">
          <div className="col-span-3 flex min-w-0 flex-col gap-0.5">
            <dt className="text-sm text-muted-foreground">Requests</dt>
            <dd className="text-xl font-semibold tabular-nums">{amount(own.total.requests)}</dd>
            <dd>
              <Sparkline points={own.points.requests} line={line} />
            </dd>
          </div>
          {refusals.map(([name, words]) => (
            <div key={name} className="flex min-w-0 flex-col gap-0.5">
              <dt className="text-sm text-muted-foreground">{words}</dt>
              <dd className={toneOf(name, own.total[name])}>{amount(own.total[name])}</dd>
              <dd>{own.total[name] > 0 ? <Sparkline points={own.points[name]} line={line} /> : null}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted-foreground">{ownSentence(own.total, at - (since ?? at))}</p>
      </CardContent>
    </Card>
  );
}

const toneOf = (name: (typeof refusals)[number][0], count: number): string =>
  `text-lg font-semibold tabular-nums ${name === "failed" && count > 0 ? "text-danger-text" : ""}`;
