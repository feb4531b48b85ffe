import { clockTime, dayNumber, type Zone } from "@/components/ui/times";
import type { CountName, PartName, PartNow, WatchAnswer } from "@/lib/shared/contract/watch";

export const countWords: Readonly<Record<CountName, { one: string; many: string }>> = {
  users: { one: "user", many: "users and bots" },
  guilds: { one: "guild", many: "guilds" },
  messages: { one: "message", many: "messages" },
};

export const day = 86_400_000;

/** A service counts as slow if it takes this long to respond, or longer (ms). */
export const slowFrom = 1_000;

/** Formats a response time, for example "62 ms" or "1.9 s". */
export const duration = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toLocaleString("en", { maximumFractionDigits: 1 })} s`;

/**
 * Formats a share, for example "99.97%". Rounds down, so that only a service that was never down has 100%.
 */
export function share(part: number): string {
  const percent = Math.floor(part * 10_000) / 100;
  return `${percent.toLocaleString("en", { maximumFractionDigits: 2 })}%`;
}

/** Formats a time span: "less than a minute", "12 min", "3 h 5 min", "2 days". */
export function lasted(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

export const amount = (count: number): string =>
  count < 100_000
    ? count.toLocaleString("en")
    : count.toLocaleString("en", { notation: "compact", maximumFractionDigits: 2 });

/** Describes a trend: "+42 this week", "−3 this week". Null if there is none, or not enough data. */
export const weekDifference = (now: number, weekAgo: number | null): string | null =>
  weekAgo === null || now === weekAgo
    ? null
    : `${now > weekAgo ? "+" : "−"}${amount(Math.abs(now - weekAgo))} this week`;

/**
 * Returns "05:10" for today, "yesterday, 05:10", or "14 Nov, 05:10" for earlier days.
 * @param zone UTC if the reader's time zone is unknown
 * @param shownDay any time on a day that the text already mentions; that day is not repeated
 */
export function clock(at: number, now: number, zone: Zone, shownDay = now): string {
  const time = clockTime(at, zone);
  const dayOf = (moment: number) => dayNumber(moment, zone);
  if (dayOf(at) === dayOf(now) || dayOf(at) === dayOf(shownDay)) return time;
  if (dayOf(at) === dayOf(now) - 1) return `yesterday, ${time}`;
  const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: zone }).format(
    at,
  );
  return `${date}, ${time}`;
}

/**
 * Describes the uptime of the service with the longest outages: "100% in 24 h", or "100% since 02:57 (40 min)" as long
 * as less has been measured.
 */
export function uptimeWords({ parts, at }: Pick<WatchAnswer, "parts" | "at">, zone: Zone): string[] {
  const worst = parts.toSorted((one, other) => (one.uptime.day ?? 2) - (other.uptime.day ?? 2))[0];
  if (!worst || worst.since === null || worst.uptime.day === null) return [];
  const span =
    at - worst.since < day
      ? `since ${clock(worst.since, at, zone)} (${lasted(at - worst.since)})`
      : worst.measured < 0.9 * day
        ? `of the ${lasted(worst.measured)} measured in 24 h`
        : "in 24 h";
  return [`${share(worst.uptime.day)} ${span}`];
}

export interface Certificate {
  name: PartName;
  /** Full days until the certificate expires. Negative if it has expired. */
  days: number;
}

export const certificatesOf = (parts: readonly PartNow[]): Certificate[] =>
  parts
    .flatMap(({ name, certificateDays: days }) => (days === null ? [] : [{ name, days }]))
    .toSorted((one, other) => one.days - other.days);
