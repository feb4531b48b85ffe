import { agoOf, clockTime, dayNumber, type Zone } from "@/components/ui/times";

/*
 * Times of versions, for people. The server does not know the reader's time zone: it renders UTC, which the
 * browser then replaces by the local time.
 */

export interface Clock {
  /** ms since 1970, rounded to the minute; null on the server, which shows no relative times. */
  now: number | null;
  /** The time zone for display; undefined: the reader's. */
  zone: Zone;
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

const hour = 3_600_000;

/** A time below its day's heading: "20 minutes ago" if it is recent, otherwise "19:20". */
export const timeWords = (at: number, { now, zone }: Clock): string =>
  now !== null && now - at < 6 * hour ? agoOf(at, now) : clockTime(at, zone);

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
