"use client";

import { isInEffect, proofOf } from "@/components/running/evidence";
import { applyWords } from "@/components/running/running-words";
import { waitingIn } from "@/components/settings/queries/running";
import { useStatus } from "@/components/shell/queries/status";
import { downParts, isOutage, stateLooks } from "@/components/shell/status-words";
import { buttonVariants } from "@/components/ui/button";
import { cn, type Tone } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { Ago, useNow, useZone } from "@/components/ui/moment";
import type { RunningReport } from "@/lib/shared/contract/running";
import type { InstanceStatus, WatchAnswer } from "@/lib/shared/contract/watch";
import { CheckNowButton } from "./watch/check-now";
import { clock, lasted, uptimeWords } from "./watch/words";

interface StatusLineProps {
  watch: WatchAnswer;
  report: RunningReport | undefined;
}

const frames: Readonly<Record<Tone, string>> = {
  success: "bg-surface",
  neutral: "bg-surface",
  accent: "border-accent/30 bg-accent-soft",
  warning: "border-warning/35 bg-warning-soft",
  danger: "border-danger/30 bg-danger-soft",
};

/** One line below the heading: whether the instance is up, since when, and the way to bring it back. */
export function StatusLine({ watch, report }: StatusLineProps) {
  const zone = useZone();
  const now = useNow();
  const status = useStatus();
  if (!status) return null;
  const { tone, dot } = stateLooks[status.state];
  const isDown = isOutage(status);
  const proof = report && report.state !== "local" ? proofOf(report, now, zone) : undefined;
  const hasFile = report !== undefined && isInEffect(report) && waitingIn(report).length === 0;
  const evidence = status.state === "up" && proof && hasFile ? [`the file is in effect, ${proof}`] : [];
  return (
    <section
      aria-label="Status"
      role={isDown ? "alert" : undefined}
      className={cn(
        "mb-4 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-4 py-2 sm:px-6",
        frames[tone],
      )}
    >
      <span aria-hidden="true" className={cn("size-2.5 shrink-0 rounded-full", dot)} />
      <p className="flex min-w-0 flex-1 basis-48 flex-wrap items-baseline gap-x-2">
        <span className={cn("text-lg font-semibold", isDown && textTone[status.state])}>
          {titleOf(status, zone)}
        </span>
        <span className="wrap-anywhere text-muted-foreground">
          {[detailOf(status, watch, zone), ...evidence].filter((text) => text !== "").join(" · ")}
        </span>
      </p>
      {isDown ? (
        <div className="flex flex-wrap gap-2 max-sm:basis-full max-sm:*:flex-1">
          {status.interval === 0 ? null : <CheckNowButton label="Check again" />}
          <WayBack report={report} />
        </div>
      ) : status.checkedAt === null ? null : (
        <p className="text-sm text-muted-foreground">
          checked <Ago at={status.checkedAt} />
        </p>
      )}
    </section>
  );
}

const textTone: Partial<Record<InstanceStatus["state"], string>> = {
  down: "text-danger-text",
  "partly-down": "text-warning-text",
};

function titleOf({ state, since, checkedAt, at }: InstanceStatus, zone: "UTC" | undefined): string {
  const { word } = stateLooks[state];
  if (state === "unknown" && checkedAt === null) return "Waiting for the first check";
  if (since === null) return word;
  const span = at - since < 60_000 ? "" : ` (${lasted(at - since)})`;
  return `${word} since ${clock(since, at, zone)}${span}`;
}

function detailOf(status: InstanceStatus, watch: WatchAnswer, zone: "UTC" | undefined): string {
  const { state, parts } = status;
  if (state === "up") {
    const missing =
      watch.isLocal && parts.length === 1 ? ["API only: the gateway and the CDN have no address"] : [];
    return [...uptimeWords(watch, zone), ...missing].join(" · ");
  }
  if (state === "restarting") return "An apply is restarting the instance";
  if (!isOutage(status)) return "";
  const reasons = [
    ...new Set(parts.flatMap(({ isUp, reason }) => (isUp || reason === null ? [] : [reason]))),
  ];
  const [first] = reasons.map((reason) => reason.replace(/\. .*/s, ""));
  return [downParts(status), ...(first ? [first] : [])].join(" · ");
}

function WayBack({ report }: Pick<StatusLineProps, "report">) {
  if (!report?.ways.some(({ isRestart }) => isRestart))
    return (
      <Link href="/instance" className={buttonVariants()}>
        Open the instance
      </Link>
    );
  const count = waitingIn(report).length;
  return (
    <Link href="/running?apply" className={buttonVariants({ variant: "primary" })}>
      {count > 0 ? `Restart and ${applyWords(report).toLowerCase()}` : "Restart the instance"}…
    </Link>
  );
}
