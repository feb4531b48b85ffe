"use client";

import { createContext, use, useSyncExternalStore } from "react";
import { everyMinute } from "./listeners";
import { agoOf, dateAndTime, exactTime, type Zone } from "./times";
import { useHydrated } from "./use-hydrated";

/** The text of a `Moment`, for labels. */
export function useMomentText(at: number | string, isExact = false): string {
  const date = new Date(at);
  if (useZone() === undefined) return (isExact ? exactTime : dateAndTime)(date.getTime());
  return `${date
    .toISOString()
    .slice(0, isExact ? 19 : 16)
    .replace("T", " ")} UTC`;
}

/**
 * Shows a time in the reader's time zone. The server does not know the zone, so it renders UTC and names the
 * zone.
 * @param at milliseconds since 1970, or ISO 8601
 * @param isExact adds seconds and the time zone
 */
export function Moment({ at, isExact }: { at: number | string; isExact?: boolean }) {
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap">
      {useMomentText(at, isExact)}
    </time>
  );
}

/**
 * Shows a recent time in words ("20 minutes ago") and an older time as a date, with the exact time on hover.
 * @param at milliseconds since 1970, or ISO 8601
 */
export function Ago({ at }: { at: number | string }) {
  const date = new Date(at);
  const text = useSyncExternalStore(
    everyMinute,
    () => agoOf(date.getTime(), Date.now()),
    () => `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`,
  );
  return (
    <time dateTime={date.toISOString()} title={dateAndTime(date.getTime())} suppressHydrationWarning>
      {text}
    </time>
  );
}

export const useZone = (): Zone => (useHydrated() ? undefined : "UTC");

const minuteOf = (at: number) => Math.floor(at / 60_000) * 60_000;

/** When the server rendered the page (ms since 1970). */
export const RenderedAt = createContext(0);

/**
 * Returns the current time, to the minute. Renders again every minute. While the page hydrates, returns the time of the
 * server, which may be minutes or a day earlier.
 */
export function useNow(): number {
  const renderedAt = use(RenderedAt);
  return useSyncExternalStore(
    everyMinute,
    () => minuteOf(Date.now()),
    () => minuteOf(renderedAt),
  );
}
