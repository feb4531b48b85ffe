"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Callout } from "@/components/ui/callout";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton } from "@/components/ui/skeleton";
import type { WatchAnswer, WatchRange } from "@/lib/shared/contract/watch";
import { watchQuery } from "../queries/watch";
import { plotData } from "./plot-data";
import { PlotLegend } from "./plot-legend";
import { RangeButtons, rangesSince } from "./range-buttons";
import { responseSentences } from "./sentences";
import { useWatch } from "./use-watch";
import { useZone } from "@/components/ui/use-zone";

const Plot = lazyComponent(
  () => import("./plot").then((part) => part.default),
  <Skeleton className="h-52" />,
);

/** Plots the instance's response times, with applied versions and outages. */
export function ResponseTimes({ initial }: { initial: WatchAnswer }) {
  const [chosen, setChosen] = useState<WatchRange | null>(null);
  // The current figures come from the same query as the services' rows, so that both always agree.
  const { at, since, parts, own } = useWatch(initial);
  const ranges = rangesSince(since, at);
  const range = chosen ?? (ranges.includes("24h") ? "24h" : "1h");
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...watchQuery(range, initial.interval),
    ...(range === "24h" && { initialData: initial, initialDataUpdatedAt: initial.at }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card>
      <CardHeader row>
        <CardTitle>Response times</CardTitle>
        {ranges.length > 1 ? <RangeButtons ranges={ranges} range={range} onChange={setChosen} /> : null}
      </CardHeader>
      <CardContent className="flex flex-col gap-2" aria-busy={isPlaceholderData}>
        {error && data?.range !== range ? (
          <Callout
            tone="warning"
            role="alert"
            title="The response times could not be loaded"
            actions={<Button onClick={() => void refetch()}>Try again</Button>}
          >
            {error.message}
          </Callout>
        ) : null}
        {data ? (
          <Plotted answer={{ ...data, parts, own: { ...data.own, ms: own.ms } }} />
        ) : (
          <Skeleton className="h-64" />
        )}
      </CardContent>
    </Card>
  );
}

function Plotted({ answer }: { answer: WatchAnswer }) {
  const [place, setPlace] = useState<number | null>(null);
  const zone = useZone();
  const data = useMemo(() => plotData(answer), [answer]);
  const { at } = answer;
  const isEmpty = data.series.every(({ points }) => points.every((point) => point === null));
  const sentences = responseSentences(data, at, zone);
  if (isEmpty && data.outages.length === 0) return <Nothing answer={answer} />;
  return (
    <>
      <PlotLegend data={data} place={place} now={at} />
      <Plot data={data} onPoint={setPlace} />
      <p className="min-h-10 text-sm text-muted-foreground">{sentences.join(" ")}</p>
    </>
  );
}

function Nothing({ answer: { interval, isLocal } }: { answer: WatchAnswer }) {
  return (
    <p className="text-muted-foreground">
      {interval === 0
        ? "Response times are not measured, because WATCH_INTERVAL is 0."
        : isLocal
          ? "Response times appear here after the first API request, or once the file has the address of the gateway or the CDN."
          : "Response times appear here after the first check."}
    </p>
  );
}
