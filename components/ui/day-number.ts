const DAY = 86_400_000;

/**
 * A number for the calendar day of a time (ms since 1970). Consecutive days have consecutive numbers, even if
 * summer time makes a day of 23 or 25 hours.
 * @param zone undefined: the reader's
 */
export function dayNumber(at: number, zone?: "UTC"): number {
  if (zone === "UTC") return Math.floor(at / DAY);
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;
}
