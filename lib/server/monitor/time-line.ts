import "server-only";
import type { TimeLine, WatchRange } from "@/lib/shared/contract/watch";
import { DAY, HOUR } from "./hours";

/** How long a range is and how fine its steps are, both in ms: at most 720 points of each series. */
const ranges: Readonly<Record<WatchRange, { length: number; step: number }>> = {
  "1h": { length: HOUR, step: HOUR / 60 },
  "24h": { length: DAY, step: HOUR / 12 },
  "7d": { length: 7 * DAY, step: HOUR },
  "30d": { length: 30 * DAY, step: HOUR },
};

/** The steps of a length of time that ends now; the last one is under way. */
export function lineOf(length: number, step: number, now: number): TimeLine {
  const last = now - (now % step);
  const count = Math.floor(length / step);
  return { from: last - (count - 1) * step, step, count };
}

export const lineOfRange = (range: WatchRange, now: number): TimeLine =>
  lineOf(ranges[range].length, ranges[range].step, now);
