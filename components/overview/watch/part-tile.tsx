import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import type { Tone } from "@/components/ui/tone";
import type { Outage, PartNow, TimeLine } from "@/lib/shared/contract/watch";
import { Sparkline } from "./sparkline";
import { clock, duration, lasted, partWords, share, slowFrom } from "./words";

const dots: Partial<Record<Tone, string>> = {
  success: "bg-success",
  warning: "bg-warning",
  danger: "bg-danger",
};

interface FrameProps {
  name: string;
  tone: Tone;
  state: string;
  value: ReactNode;
  children: ReactNode;
}

/** Name and state, the main figure, and its explanation. */
export function TileFrame({ name, tone, state, value, children }: FrameProps) {
  return (
    <section
      aria-label={name}
      className="flex min-h-40 min-w-0 flex-col gap-1 rounded-lg border bg-surface p-4"
    >
      <div className="flex items-center gap-2">
        <span aria-hidden="true" className={`size-2 rounded-full ${dots[tone] ?? "bg-muted-foreground"}`} />
        <h2 className="min-w-0 flex-1 truncate font-medium">{name}</h2>
        <Badge tone={tone}>{state}</Badge>
      </div>
      <p className="text-xl font-semibold tabular-nums">{value}</p>
      {children}
    </section>
  );
}

interface PartTileProps {
  part: PartNow;
  line: TimeLine;
  outages: readonly Outage[];
  now: number;
  zone: "UTC" | undefined;
  /** An apply restarts the instance. */
  isRestarting: boolean;
}

const tones = { Up: "success", Slow: "warning", Down: "danger", Restarting: "neutral" } as const;

/** One part of the instance: up or down, how fast, for how long. */
export function PartTile({ part, line, outages, now, zone, isRestarting }: PartTileProps) {
  const isSlow = part.ms !== null && part.ms >= slowFrom;
  const own = outages.filter((one) => one.part === part.name);
  const state = isRestarting ? "Restarting" : part.isUp ? (isSlow ? "Slow" : "Up") : "Down";
  return (
    <TileFrame
      name={partWords[part.name]}
      tone={tones[state]}
      state={state}
      value={part.ms === null ? "No response" : duration(part.ms)}
    >
      <Sparkline
        points={part.spark}
        line={line}
        outages={own.filter(({ to }) => (to ?? now) > line.from)}
        least={1 / 2}
      />
      <p className="text-xs wrap-anywhere text-muted-foreground" title={part.target}>
        {part.isUp ? upNote(part, own[0], now, zone) : (part.reason ?? "No response.")}
      </p>
    </TileFrame>
  );
}

const day = 86_400_000;

/** "100% since 02:57 (40 min)", "99.97% in 24 h": never for longer than was measured. */
function uptimeNotes({ uptime, since }: PartNow, now: number, zone: "UTC" | undefined): string[] {
  if (since === null || uptime.day === null) return [];
  const sinceThen = `since ${clock(since, now, zone)} (${lasted(now - since)})`;
  if (now - since < day) return [`${share(uptime.day)} ${sinceThen}`];
  const ofDay = `${share(uptime.day)} in 24 h`;
  if (uptime.month === null) return [ofDay];
  return [ofDay, `${share(uptime.month)} ${now - since < 29 * day ? sinceThen : "in 30 days"}`];
}

function upNote(part: PartNow, last: Outage | undefined, now: number, zone: "UTC" | undefined): string {
  const { certificateDays } = part;
  const notes = uptimeNotes(part, now, zone);
  if (last?.to && now - last.to < 2 * day)
    notes.push(`down for ${lasted(last.to - last.from)} (${clock(last.from, now, zone)})`);
  if (certificateDays !== null) notes.push(certificateNote(certificateDays));
  return notes.join(" · ");
}

export const certificateNote = (days: number): string =>
  days < 0 ? "certificate has expired" : `certificate expires in ${days} ${days === 1 ? "day" : "days"}`;
