"use client";

import { useMemo, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton } from "@/components/ui/loading";
import type { WatchAnswer, WatchRange } from "@/lib/shared/contract/watch";
import { watchQuery } from "../queries/watch";
import { plotData, type PlotData, rangesSince } from "./plot-data";
import { partWords } from "@/components/shell/status-words";
import { clock, duration } from "./words";

const Plot = lazyComponent(
  () => import("./plot").then((part) => part.default),
  <Skeleton className="h-52" />,
);

export function ResponseTimes({ watch }: { watch: WatchAnswer }) {
  const [chosen, setChosen] = useState<WatchRange | null>(null);
  const { at, since, parts, own, interval } = watch;
  const ranges = rangesSince(since, at);
  const range = chosen ?? (ranges.includes("24h") ? "24h" : "1h");
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...watchQuery(range, interval),
    placeholderData: keepPreviousData,
  });
  return (
    <Card
      title="Response times"
      action={ranges.length > 1 ? <RangeButtons ranges={ranges} range={range} onChange={setChosen} /> : null}
    >
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
          // Takes the current figures from the data that the services' rows show, so that the plot and the rows
          // always agree.
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
  const data = useMemo(() => plotData(answer), [answer]);
  const isEmpty = data.series.every(({ points }) => points.every((point) => point === null));
  if (isEmpty && data.outages.length === 0) return <Nothing answer={answer} />;
  return (
    <>
      <PlotLegend data={data} place={place} now={answer.at} />
      <Plot data={data} onPoint={setPlace} />
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

interface PlotLegendProps {
  data: PlotData;
  /**
   * Index of the time step under the pointer. Null if the pointer is elsewhere; the legend then shows current values.
   */
  place: number | null;
  now: number;
}

function PlotLegend({ data: { series, line }, place, now }: PlotLegendProps) {
  return (
    <ul aria-hidden="true" className="flex min-h-5 flex-wrap gap-x-4 text-xs text-muted-foreground">
      {series.map(({ part, points, now: latest, color, dash }) => {
        const value = place === null ? latest : points[place];
        return (
          <li key={part} className="flex items-center gap-1.5 tabular-nums">
            <svg width="20" height="4">
              <line
                x1="0"
                x2="20"
                y1="2"
                y2="2"
                strokeWidth="2"
                style={{ stroke: `var(${color})` }}
                strokeDasharray={dash.join(" ") || undefined}
              />
            </svg>
            {partWords[part]} {value === null || value === undefined ? "–" : duration(value)}
          </li>
        );
      })}
      {/* Always rendered, so that nothing moves when the pointer enters the plot. */}
      <li className={place === null ? "invisible" : ""}>
        {place === null ? "00:00" : clock(line.from + place * line.step, now, undefined)}
      </li>
    </ul>
  );
}

const rangeWords: Readonly<Record<WatchRange, [short: string, long: string]>> = {
  "1h": ["1 h", "1 h: the last hour"],
  "24h": ["24 h", "24 h: the last 24 hours"],
  "7d": ["7 d", "7 d: the last 7 days"],
  "30d": ["30 d", "30 d: the last 30 days"],
};

interface RangeButtonsProps {
  ranges: readonly WatchRange[];
  range: WatchRange;
  onChange: (range: WatchRange) => void;
}

function RangeButtons({ ranges, range, onChange }: RangeButtonsProps) {
  return (
    <div role="group" aria-label="Range" className="flex gap-1">
      {ranges.map((one) => (
        <Button
          key={one}
          size="sm"
          variant="quiet"
          aria-pressed={one === range}
          aria-label={rangeWords[one][1]}
          onClick={() => onChange(one)}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        >
          {rangeWords[one][0]}
        </Button>
      ))}
    </div>
  );
}
