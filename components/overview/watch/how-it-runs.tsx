"use client";

import { type ReactNode, useMemo } from "react";
import { useStatus } from "@/components/shell/queries/status";
import { partWords } from "@/components/shell/status-words";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Link } from "@/components/ui/link";
import { Ago } from "@/components/ui/moment";
import type { PartNow, WatchAnswer } from "@/lib/shared/contract/watch";
import type { SparklineProps } from "./sparkline";
import { amount, countWords, day, duration, lasted, share, slowFrom, weekDifference } from "./words";

const Sparkline = lazyComponent(() => import("./sparkline").then((part) => part.default));

export function HowItRuns({ watch }: { watch: WatchAnswer }) {
  const { parts, own, line, isLocal, interval } = watch;
  const isServedHere = isLocal && !parts.some(({ name }) => name === "api");
  const measured = watch.at - (watch.since ?? watch.at);
  return (
    <Card aria-labelledby="how-it-runs">
      <CardHeader row>
        <CardTitle id="how-it-runs">How it runs</CardTitle>
        <span className="text-sm text-muted-foreground">
          last {measured < day ? lasted(measured).replace("less than a ", "") : "24 h"}
        </span>
      </CardHeader>
      <ul className="divide-y">
        {isServedHere ? (
          <Row
            name="API"
            state="Up"
            title="This panel serves the API and reads the file on every request, so every save takes effect immediately."
            plot={{ points: own.endpointMs, line }}
            value={own.ms === null ? "–" : duration(own.ms)}
            uptime={own.total.endpoints === 0 ? "no requests" : `${amount(own.total.endpoints)} requests`}
          />
        ) : null}
        {parts.map((part) => (
          <PartRow key={part.name} part={part} watch={watch} />
        ))}
      </ul>
      <Missing watch={watch} isAlone={isServedHere && parts.length === 0} />
      {interval > 0 || watch.counts.list.length > 0 ? <Counts watch={watch} /> : null}
    </Card>
  );
}

const states = {
  Up: "bg-success",
  Slow: "bg-warning",
  Down: "bg-danger",
  Restarting: "bg-accent",
  "Not checked": "bg-muted-foreground",
} as const;

interface RowProps {
  name: string;
  state: keyof typeof states;
  title?: string | undefined;
  plot: SparklineProps;
  value: ReactNode;
  uptime: string;
}

function Row({ name, state, title, plot, value, uptime }: RowProps) {
  return (
    <li
      aria-label={name}
      title={title}
      className="grid min-h-10 grid-cols-[minmax(0,1fr)_auto_5.5rem] items-center gap-3 px-4 py-1 sm:grid-cols-[minmax(4.5rem,1fr)_minmax(0,6rem)_auto_5.5rem] sm:px-6"
    >
      <p className="flex min-w-0 items-center gap-2 font-medium">
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${states[state]}`} />
        <span className="truncate">{name}</span>
        <span className="sr-only">{state}</span>
      </p>
      <div className="max-sm:hidden">
        <Sparkline {...plot} />
      </div>
      <p
        className={`text-right font-semibold whitespace-nowrap tabular-nums ${state === "Down" ? "text-danger-text" : ""}`}
      >
        {value}
      </p>
      <p className="text-right text-sm whitespace-nowrap text-muted-foreground tabular-nums">{uptime}</p>
    </li>
  );
}

function PartRow({
  part,
  watch: { sparkLine: line, outages, restarts, at, interval },
}: {
  part: PartNow;
  watch: WatchAnswer;
}) {
  // The state is the one that the whole panel shows. The measurements may be from an earlier answer.
  const status = useStatus();
  const now = status?.parts.find(({ name }) => name === part.name) ?? (interval === 0 ? undefined : part);
  const down = useMemo(
    () => outages.filter((one) => one.part === part.name && (one.to ?? at) > line.from),
    [outages, part.name, at, line],
  );
  const isRestarting = restarts.some(({ to }) => to === null);
  const isSlow = part.ms !== null && part.ms >= slowFrom;
  const isUnknown = now === undefined || status?.state === "unknown";
  const measuredState = now?.isUp ? (isSlow ? "Slow" : "Up") : "Down";
  const state = isRestarting ? "Restarting" : isUnknown ? "Not checked" : measuredState;
  return (
    <Row
      name={partWords[part.name]}
      state={state}
      title={[part.target, now?.reason ?? null].filter((text) => text !== null).join("\n")}
      plot={{
        points: part.spark,
        line,
        outages: down,
      }}
      value={state === "Up" || state === "Slow" ? (part.ms === null ? "–" : duration(part.ms)) : state}
      uptime={part.uptime.day === null ? "" : share(part.uptime.day)}
    />
  );
}

function Missing({ watch: { parts, isLocal, interval }, isAlone }: { watch: WatchAnswer; isAlone: boolean }) {
  const classes = "border-t px-4 py-2.5 text-sm text-muted-foreground first:border-0 sm:px-6";
  if (interval === 0)
    return (
      <p className={classes}>
        Monitoring is off. Remove WATCH_INTERVAL=0 from the panel&apos;s environment and restart the panel.
      </p>
    );
  if (isAlone)
    return (
      <p className={classes}>
        The gateway and the CDN have no address yet.{" "}
        <Link href="/settings/gateway" className="text-accent-text underline underline-offset-4">
          Enter the gateway&apos;s address
        </Link>
      </p>
    );
  return parts.length === 0 && !isLocal ? <p className={classes}>The first check is running.</p> : null;
}

function Counts({ watch: { counts, isLocal } }: { watch: WatchAnswer }) {
  const [first] = counts.list;
  if (!first && isLocal) return null;
  return (
    <p className="border-t px-4 py-2.5 text-sm text-muted-foreground sm:px-6">
      {first ? (
        <>
          {counts.list.map(({ name, now, weekAgo }) => {
            const difference = weekDifference(now, weekAgo);
            return (
              <span key={name} title={now.toLocaleString("en")}>
                <b className="font-semibold text-foreground tabular-nums">{amount(now)}</b>{" "}
                {now === 1 ? countWords[name].one : countWords[name].many}
                {difference === null ? "" : ` (${difference})`} ·{" "}
              </span>
            );
          })}
          counted <Ago at={first.at} />
        </>
      ) : (
        "To count users, guilds and messages, set INSTANCE_OPERATOR_TOKEN to the token of a user who can view your instance's statistics."
      )}
    </p>
  );
}
