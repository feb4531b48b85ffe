import { dayNumber } from "@/components/ui/day-number";

/*
 * Times of versions, for people. The server does not know the reader's time zone: it renders UTC, which the
 * browser then replaces by the local time.
 */

export interface Clock {
  /** ms since 1970, rounded to the minute; null on the server, which shows no relative times. */
  now: number | null;
  /** The time zone for display; undefined: the reader's. */
  zone: "UTC" | undefined;
}

/** A name that is the same for all times of one day: "2026-11-21". */
export function dayOf(at: number, { zone }: Clock): string {
  // The Swedish date format is ISO 8601.
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: zone }).format(at);
}

/** The heading of a day: "Today", "Yesterday", "Sat, 21 Nov 2026". */
export function dayTitle(at: number, clock: Clock): string {
  const { now, zone } = clock;
  if (now !== null && dayOf(at, clock) === dayOf(now, clock)) return "Today";
  if (now !== null && dayNumber(at, zone) === dayNumber(now, zone) - 1) return "Yesterday";
  const parts = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  return new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: zone }).format(at);
}

const minute = 60_000;
const hour = 60 * minute;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** A time below its day's heading: "20 minutes ago" if it is recent, otherwise "19:20". */
export function timeWords(at: number, { now, zone }: Clock): string {
  const age = now === null ? Infinity : now - at;
  // Another machine's clock may be ahead; never show a time in the future.
  if (age < minute) return "just now";
  if (age < hour) return relative.format(-Math.floor(age / minute), "minute");
  if (age < 6 * hour) return relative.format(-Math.floor(age / hour), "hour");
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: zone }).format(at);
  return zone === "UTC" ? `${time} UTC` : time;
}

/** "21 Nov 2026, 19:20:33". */
export function exactTime(at: number, { zone }: Clock): string {
  const format = { dateStyle: "medium", timeStyle: "medium", timeZone: zone } as const;
  const text = new Intl.DateTimeFormat("en-GB", format).format(at);
  return zone === "UTC" ? `${text} UTC` : text;
}

/** Adjacent entries of the same day, under its title. */
export function byDay<T extends { at: string }>(
  list: readonly T[],
  clock: Clock,
): { day: string; title: string; entries: T[] }[] {
  const groups: { day: string; title: string; entries: T[] }[] = [];
  for (const entry of list) {
    const at = Date.parse(entry.at);
    const day = dayOf(at, clock);
    const last = groups.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else groups.push({ day, title: dayTitle(at, clock), entries: [entry] });
  }
  return groups;
}
