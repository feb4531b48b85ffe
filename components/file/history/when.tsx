"use client";

import { exactTime, timeWords } from "./days";
import { useClock } from "./use-clock";

/** The time of a version below its day's heading; the exact time on hover. @param at ISO 8601 */
export function When({ at }: { at: string }) {
  const clock = useClock();
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={exactTime(time, clock)} className="whitespace-nowrap">
      {timeWords(time, clock)}
    </time>
  );
}
