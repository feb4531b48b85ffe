/** The time zone for display; undefined: the reader's. */
export type Zone = "UTC" | undefined;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

// Created at first use, because every page loads this code, and initializing `Intl` takes a browser 11 ms.
let relative: Intl.RelativeTimeFormat | undefined;
let absolute: Intl.DateTimeFormat | undefined;
let exact: Intl.DateTimeFormat | undefined;

/** "20 minutes ago". */
function ago(count: number, unit: "minute" | "hour" | "day"): string {
  relative ??= new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  return relative.format(-count, unit);
}

/** "14 Nov 2026, 19:20": the panel's only format of a time. @param at ms since 1970 */
export function dateAndTime(at: number): string {
  absolute ??= new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
  return absolute.format(at);
}

/** "14 Nov 2026, 19:20:07 GMT+1". @param at ms since 1970 */
export function exactTime(at: number, timeZone?: Zone): string {
  const form = { dateStyle: "medium", timeStyle: "long" } as const;
  if (timeZone) return new Intl.DateTimeFormat("en-GB", { ...form, timeZone }).format(at);
  exact ??= new Intl.DateTimeFormat("en-GB", form);
  return exact.format(at);
}

/** "19:20", or "19:20 UTC". @param at ms since 1970 */
export function clockTime(at: number, timeZone: Zone): string {
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }).format(at);
  return timeZone === undefined ? time : `${time} ${timeZone}`;
}

/** "just now", "20 minutes ago", "yesterday", and beyond a week "14 Nov 2026, 19:20". Both in ms since 1970. */
export function agoOf(at: number, now: number): string {
  const age = now - at;
  // Another machine's clock may be ahead; never show a time in the future.
  if (age < minute) return "just now";
  if (age < hour) return ago(Math.floor(age / minute), "minute");
  if (age < day) return ago(Math.floor(age / hour), "hour");
  if (age < 7 * day) return ago(dayNumber(now) - dayNumber(at), "day");
  return dateAndTime(at);
}

/**
 * A number for the calendar day of a time (ms since 1970). Consecutive days have consecutive numbers, even if summer time
 * makes a day of 23 or 25 hours.
 * @param zone undefined: the reader's
 */
export function dayNumber(at: number, zone?: Zone): number {
  if (zone === "UTC") return Math.floor(at / day);
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / day;
}
