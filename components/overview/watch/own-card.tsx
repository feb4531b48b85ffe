"use client";

import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { ownSentence } from "./sentences";
import { Sparkline } from "./sparkline";
import { useWatch } from "./use-watch";
import { amount } from "./words";

const figures = [
  ["requests", "Requests"],
  ["limited", "Rate limits"],
  ["refused", "Refused (4xx)"],
  ["failed", "Failed (5xx)"],
] as const;

/** What the panel itself answered in the last 24 hours. */
export function OwnCard({ initial }: { initial: WatchAnswer }) {
  const { own, line } = useWatch(initial);
  return (
    <Card>
      <CardHeader>
        <CardTitle>This panel</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
          {figures.map(([name, words]) => (
            <div key={name} className="flex min-w-0 flex-col gap-0.5">
              <dt className="text-sm text-muted-foreground">{words}</dt>
              <dd className={toneOf(name, own.total[name])}>{amount(own.total[name])}</dd>
              <dd>
                <Sparkline points={own.points[name]} line={line} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted-foreground">{ownSentence(own.total)}</p>
      </CardContent>
    </Card>
  );
}

const toneOf = (name: (typeof figures)[number][0], count: number): string =>
  `text-lg font-semibold tabular-nums ${name === "failed" && count > 0 ? "text-danger-text" : ""}`;
