"use client";

import { useSyncExternalStore } from "react";
import { dateAndTime, exactTime } from "./ago-words";

const never = () => () => undefined;

/**
 * A time in the reader's own time zone. The server does not know the zone, so it renders UTC with a label. The
 * browser then replaces it with the local time.
 * @param at ms since 1970, or ISO 8601
 * @param isExact with seconds and the time zone
 */
export function Moment({ at, isExact = false }: { at: number | string; isExact?: boolean }) {
  const date = new Date(at);
  const local = useSyncExternalStore(
    never,
    () => (isExact ? exactTime : dateAndTime)(date.getTime()),
    () =>
      `${date
        .toISOString()
        .slice(0, isExact ? 19 : 16)
        .replace("T", " ")} UTC`,
  );
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()} className="whitespace-nowrap">
      {local}
    </time>
  );
}
