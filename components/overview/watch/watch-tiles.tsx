"use client";

import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { PartTile, TileFrame } from "./part-tile";
import { Sparkline } from "./sparkline";
import { useWatch } from "./use-watch";
import { useZone } from "./use-zone";
import { duration } from "./words";

/** Each part of the running instance as it is now. */
export function WatchTiles({ initial }: { initial: WatchAnswer }) {
  const answer = useWatch(initial);
  const zone = useZone();
  if (answer.interval === 0)
    return (
      <Callout tone="neutral" title="Monitoring is off">
        To measure uptime and response times, remove WATCH_INTERVAL=0 from the panel&apos;s environment and
        restart the panel.
      </Callout>
    );
  const { parts, sparkLine, outages, restarts, at, isLocal } = answer;
  const isRestarting = restarts.some(({ to }) => to === null);
  const isServedHere = isLocal && !parts.some(({ name }) => name === "api");
  return (
    <Grid>
      {isServedHere ? <OwnTile answer={answer} /> : null}
      {parts.map((part) => (
        <PartTile
          key={part.name}
          part={part}
          line={sparkLine}
          outages={outages}
          now={at}
          zone={zone}
          isRestarting={isRestarting}
        />
      ))}
      {parts.length === 0 ? isLocal ? <NoAddresses /> : <FirstLook /> : null}
    </Grid>
  );
}

function Grid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11.5rem),1fr))] gap-4" data-slot="parts">
      {children}
    </div>
  );
}

/** The three endpoints, where the panel itself serves them. */
function OwnTile({ answer: { own, line } }: { answer: WatchAnswer }) {
  const { endpoints } = own.total;
  return (
    <TileFrame
      name="API"
      tone="success"
      state="Up"
      value={own.ms === null ? "Served here" : duration(own.ms)}
    >
      <Sparkline points={own.endpointMs} line={line} />
      <p className="text-xs text-muted-foreground">
        This panel serves the API from the live file, so every save takes effect immediately.{" "}
        {endpoints === 0
          ? "No requests in 24 hours."
          : `${endpoints.toLocaleString("en")} ${endpoints === 1 ? "request" : "requests"} in 24 hours.`}
      </p>
    </TileFrame>
  );
}

function NoAddresses() {
  return (
    <section className="flex min-h-40 flex-col justify-center gap-1 rounded-lg border border-dashed border-border-strong p-4 text-muted-foreground">
      <p>Gateway, CDN, broker and mail server appear here once the file has their addresses.</p>
      <Link href="/settings/gateway" className="text-accent-text underline underline-offset-4">
        Enter the gateway&apos;s address
      </Link>
    </section>
  );
}

function FirstLook() {
  return (
    <section
      aria-busy="true"
      aria-label="The first check is running"
      className="flex min-h-40 flex-col gap-2 rounded-lg border bg-surface p-4"
    >
      <p className="text-muted-foreground">The first check is running.</p>
      <Skeleton className="h-7 w-24" />
      <Skeleton className="h-9" />
    </section>
  );
}
