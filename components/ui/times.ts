/** Undefined means the reader's time zone. */
export type Zone = "UTC" | undefined;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let relative: Intl.RelativeTimeFormat | undefined;
let absolute: Intl.DateTimeFormat | undefined;
let exact: Intl.DateTimeFormat | undefined;

/** Example: "20 minutes ago". */
function ago(count: number, unit: "minute" | "hour" | "day"): string {
  relative ??= new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  return relative.format(-count, unit);
}

/**
 * Example: "14 Nov 2026, 19:20". This is the panel's format for all dates with a time.
 * @param at milliseconds since 1970
 */
export function dateAndTime(at: number): string {
  absolute ??= new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
  return absolute.format(at);
}

/** Example: "14 Nov 2026, 19:20:07 GMT+1". @param at milliseconds since 1970 */
export function exactTime(at: number, timeZone?: Zone): string {
  const form = { dateStyle: "medium", timeStyle: "long" } as const;
  if (timeZone) return new Intl.DateTimeFormat("en-GB", { ...form, timeZone }).format(at);
  exact ??= new Intl.DateTimeFormat("en-GB", form);
  return exact.format(at);
}

/** Example: "2026-11-14". @param at milliseconds since 1970 */
export const dateOf = (at: number, timeZone: Zone): string =>
  // The Swedish locale formats dates as in ISO 8601.
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(at);

/** Examples: "19:20", "19:20 UTC". @param at milliseconds since 1970 */
export function clockTime(at: number, timeZone: Zone): string {
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }).format(at);
  return timeZone === undefined ? time : `${time} ${timeZone}`;
}

/**
 * Examples: "just now", "20 minutes ago", "yesterday" and, after a week, "14 Nov 2026, 19:20".
 * @param at milliseconds since 1970
 */
export function agoOf(at: number, now: number): string {
  const age = now - at;
  // The time may come from a machine whose clock is ahead, so a time in the future counts as now.
  if (age < minute) return "just now";
  if (age < hour) return ago(Math.floor(age / minute), "minute");
  if (age < day) return ago(Math.floor(age / hour), "hour");
  if (age < 7 * day) return ago(dayNumber(now) - dayNumber(at), "day");
  return dateAndTime(at);
}

/**
 * Consecutive days have consecutive numbers, even if a day has 23 or 25 hours because of daylight saving
 * time.
 * @param at milliseconds since 1970
 * @param zone undefined for the reader's time zone
 */
export function dayNumber(at: number, zone?: Zone): number {
  if (zone === "UTC") return Math.floor(at / day);
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / day;
}
