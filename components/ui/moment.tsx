"use client";

import { dateAndTime, exactTime } from "./times";
import { useZone } from "./use-zone";

/**
 * Shows a time in the reader's time zone. The server does not know the zone, so it renders UTC and names the zone. The
 * browser then replaces it with the local time.
 * @param at milliseconds since 1970, or ISO 8601
 * @param isExact adds seconds and the time zone
 */
export function Moment({ at, isExact = false }: { at: number | string; isExact?: boolean }) {
  const zone = useZone();
  const date = new Date(at);
  const [ms, iso] = [date.getTime(), date.toISOString()];
  const utc = `${iso.slice(0, isExact ? 19 : 16).replace("T", " ")} UTC`;
  const local = isExact ? exactTime : dateAndTime;
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap">
      {zone === "UTC" ? utc : local(ms)}
    </time>
  );
}
