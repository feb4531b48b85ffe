"use client";

import { useMemo, useSyncExternalStore } from "react";
import { agoOf, clockTime, dateOf, dayNumber, type Zone } from "./times";
import { everyMinute } from "./listeners";

/* The server renders them in UTC, because it does not know the reader's time zone. The browser then replaces
   them with local times. */

export interface Clock {
  /** Milliseconds since 1970, rounded to the minute. Null on the server, which renders no relative times. */
  now: number | null;
  /** Undefined means the reader's time zone. */
  zone: Zone;
}

/** Examples: "Today", "Yesterday", "Sat, 21 Nov 2026". */
export function dayTitle(at: number, clock: Clock): string {
  const { now, zone } = clock;
  if (now !== null && dateOf(at, zone) === dateOf(now, zone)) return "Today";
  if (now !== null && dayNumber(at, zone) === dayNumber(now, zone) - 1) return "Yesterday";
  const parts = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  return new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: zone }).format(at);
}

const hour = 3_600_000;

/**
 * Returns a relative time such as "20 minutes ago" for the last six hours, and a time of day such as "19:20" for older
 * times.
 */
export const timeWords = (at: number, { now, zone }: Clock): string =>
  now !== null && now - at < 6 * hour ? agoOf(at, now) : clockTime(at, zone);

export function byDay<T extends { at: string | number }>(
  list: readonly T[],
  clock: Clock,
): { day: string; title: string; entries: T[] }[] {
  const groups: { day: string; title: string; entries: T[] }[] = [];
  for (const entry of list) {
    const at = new Date(entry.at).getTime();
    const day = dateOf(at, clock.zone);
    const last = groups.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else groups.push({ day, title: dayTitle(at, clock), entries: [entry] });
  }
  return groups;
}

const minute = 60_000;

/**
 * Returns the current minute and the reader's time zone or, during hydration, the clock that the server used.
 */
export function useClock(): Clock {
  const now = useSyncExternalStore(
    everyMinute,
    () => Math.floor(Date.now() / minute) * minute,
    () => null,
  );
  return useMemo(
    () => ({ now: now === null ? null : now + minute - 1, zone: now === null ? "UTC" : undefined }),
    [now],
  );
}
