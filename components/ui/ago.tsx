"use client";

import { useSyncExternalStore } from "react";
import { agoOf, dateAndTime } from "./times";
import { everyMinute } from "./every-minute";

/**
 * Shows a recent time in words ("20 minutes ago") and an older time as a date, with the exact time on hover. The server
 * does not know the reader's time zone, so it renders UTC and names the zone.
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
