"use client";

import type { ReactNode } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ago, useZone } from "@/components/ui/moment";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { toast } from "@/components/ui/toaster";
import type { Outage, PartNow, WatchAnswer } from "@/lib/shared/contract/watch";
import { checkNow, watchQuery } from "../queries/watch";
import { ownSentence, slowNote, spanWords } from "./sentences";
import { partWords } from "@/components/shell/status-words";
import { Sparkline, type SparklineProps } from "./sparkline";
import { amount, clock, countWords, day, duration, lasted, share, slowFrom, weekDifference } from "./words";

/** Shows the current state of each service of the running instance, and the number of users, guilds and so on. */
export function HowItRuns({ watch }: { watch: WatchAnswer }) {
  const { parts, counts, own, line, isLocal, interval, at, since } = watch;
  const isServedHere = isLocal && !parts.some(({ name }) => name === "api");
  const checked = Math.max(...parts.map((part) => part.at));
  return (
    <Card aria-labelledby="how-it-runs">
      <CardHeader row>
        <CardTitle id="how-it-runs">How it runs</CardTitle>
        {parts.length === 0 ? null : (
          <span className="text-sm text-muted-foreground">
            checked <Ago at={checked} />
          </span>
        )}
      </CardHeader>
      <ul className="divide-y">
        {interval === 0 ? (
          <Row name="Monitoring is off">
            Uptime and response times appear here when monitoring is on. Remove WATCH_INTERVAL=0 from the
            panel&apos;s environment and restart the panel.
          </Row>
        ) : (
          <>
            {isServedHere ? <OwnRow watch={watch} /> : null}
            {parts.map((part) => (
              <PartRow key={part.name} part={part} watch={watch} />
            ))}
            {parts.length > 0 ? null : isLocal ? (
              <Row name="Other parts">
                Gateway, CDN, broker and mail server appear here once the file has their addresses.{" "}
                <Link href="/settings/gateway" className="text-accent-text underline underline-offset-4">
                  Enter the gateway&apos;s address
                </Link>
              </Row>
            ) : (
              <Row name="The first check is running" />
            )}
          </>
        )}
        {counts.list.map(({ name, now, weekAgo, points }) => (
          <Row
            key={name}
            name={countWords[name]}
            plot={{ points, line: counts.line }}
            value={<span title={now.toLocaleString("en")}>{amount(now)}</span>}
          >
            {weekDifference(now, weekAgo)}
          </Row>
        ))}
        {counts.list.length === 0 && interval > 0 && !isLocal ? (
          <Row name="Users, guilds and messages">
            To count them, set INSTANCE_OPERATOR_TOKEN to the token of a user who can view your
            instance&apos;s statistics.
          </Row>
        ) : null}
        <Row
          name="This panel"
          plot={{ points: own.points.requests, line }}
          value={amount(own.total.requests)}
        >
          {ownSentence(own.total, at - (since ?? at))}
        </Row>
      </ul>
    </Card>
  );
}

const states = {
  Up: { tone: "success", dot: "bg-success" },
  Slow: { tone: "warning", dot: "bg-warning" },
  Down: { tone: "danger", dot: "bg-danger" },
  Restarting: { tone: "neutral", dot: "bg-muted-foreground" },
} as const;

interface RowProps {
  name: string;
  state?: keyof typeof states;
  /** Absent for a row that only explains what is missing. */
  plot?: SparklineProps;
  /** The main figure, next to the plot. */
  value?: ReactNode;
  children?: ReactNode;
}

/** A row with a name, a state, a small plot, the main figure and an explanation. */
function Row({ name, state, plot, value, children }: RowProps) {
  return (
    <li aria-label={name} className="px-4 py-2 sm:px-6">
      <div className="grid min-h-7 grid-cols-[minmax(0,1fr)_5rem_auto] items-center gap-3">
        <p className={`flex items-center gap-2 font-medium ${plot ? "" : "col-span-3"}`}>
          {state ? (
            <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${states[state].dot}`} />
          ) : null}
          <span className="min-w-0 truncate">{name}</span>
          {state ? (
            <Badge size="sm" tone={states[state].tone}>
              {state}
            </Badge>
          ) : null}
        </p>
        {plot ? (
          <>
            <div>
              <Sparkline {...plot} />
            </div>
            <p className="min-w-13 text-right font-semibold whitespace-nowrap tabular-nums">{value}</p>
          </>
        ) : null}
      </div>
      {children ? <p className="text-xs wrap-anywhere text-muted-foreground">{children}</p> : null}
    </li>
  );
}

/** The row for the endpoints of the instance API, if the panel itself serves them. */
function OwnRow({ watch: { own, line, at, since } }: { watch: WatchAnswer }) {
  const { endpoints } = own.total;
  const span = spanWords(at - (since ?? at));
  return (
    <Row
      name="API"
      state="Up"
      plot={{ points: own.endpointMs, line }}
      value={own.ms === null ? "–" : duration(own.ms)}
    >
      This panel serves the API and reads the file on every request, so every save takes effect immediately.{" "}
      {endpoints === 0
        ? `No requests in ${span}.`
        : `${endpoints.toLocaleString("en")} ${endpoints === 1 ? "request" : "requests"} in ${span}.`}
    </Row>
  );
}

/** The row for one service: its state, response time and uptime. */
function PartRow({ part, watch }: { part: PartNow; watch: WatchAnswer }) {
  const { sparkLine: line, outages, restarts, at } = watch;
  const zone = useZone();
  const isRestarting = restarts.some(({ to }) => to === null);
  const isSlow = part.ms !== null && part.ms >= slowFrom;
  const own = outages.filter((one) => one.part === part.name);
  const state = isRestarting ? "Restarting" : part.isUp ? (isSlow ? "Slow" : "Up") : "Down";
  return (
    <Row
      name={partWords[part.name]}
      state={state}
      plot={{
        points: part.spark,
        line,
        outages: own.filter(({ to }) => (to ?? at) > line.from),
        least: 1 / 2,
      }}
      value={part.ms === null ? "–" : duration(part.ms)}
    >
      <span title={part.target}>
        {part.isUp ? upNote(part, watch, own[0], zone) : (part.reason ?? "No response.")}
      </span>
    </Row>
  );
}

/**
 * Describes the uptime, for example "100% since 02:57 (40 min)" or "99.97% in 24 h". Covers 24 hours or 30
 * days only if that whole time was measured.
 */
function uptimeNotes({ uptime, since }: PartNow, now: number, zone: "UTC" | undefined): string[] {
  if (since === null || uptime.day === null) return [];
  const sinceThen = `since ${clock(since, now, zone)} (${lasted(now - since)})`;
  if (now - since < day) return [`${share(uptime.day)} ${sinceThen}`];
  const ofDay = `${share(uptime.day)} in 24 h`;
  if (uptime.month === null) return [ofDay];
  return [ofDay, `${share(uptime.month)} ${now - since < 29 * day ? sinceThen : "in 30 days"}`];
}

function upNote(
  part: PartNow,
  { times, answers, line, at: now }: WatchAnswer,
  last: Outage | undefined,
  zone: "UTC" | undefined,
): string {
  const measured = { points: times[part.name] ?? [], now: part.ms, answers: answers[part.name] ?? 0 };
  const slow = slowNote(measured, line, now, zone);
  const notes = [...(slow === null ? [] : [slow]), ...uptimeNotes(part, now, zone)];
  if (last?.to && now - last.to < 2 * day)
    notes.push(`down for ${lasted(last.to - last.from)} (${clock(last.from, now, zone)})`);
  return notes.join(" · ");
}

export function CheckNowButton() {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: checkNow,
    onSuccess(watch) {
      client.setQueryData(watchQuery("24h", watch.interval).queryKey, watch);
      const down = watch.parts.filter(({ isUp }) => !isUp).length;
      const asked = watch.parts.length;
      if (down > 0) toast.warning(`${down} of ${asked} parts ${down === 1 ? "does" : "do"} not respond`);
      else toast.success(asked === 0 ? "There is no address to check yet" : "All parts respond");
    },
    onError: (error) => toast.error("Not checked", { description: error.message }),
  });
  return (
    <Button busy={check.isPending} onClick={() => check.mutate()}>
      Check now
    </Button>
  );
}
