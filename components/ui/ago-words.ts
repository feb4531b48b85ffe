import { dayNumber } from "./day-number";

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
export function exactTime(at: number): string {
  exact ??= new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "long" });
  return exact.format(at);
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
