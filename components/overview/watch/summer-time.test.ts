import { expect, it } from "vitest";
import { clock } from "./words";

process.env.TZ = "Europe/Berlin";

it('a time on the previous day is written as "yesterday", even if that day was only 23 hours long', () => {
  const now = Date.parse("2026-03-29T22:30:00Z"); // 00:30 on 30 March in Berlin
  expect(clock(Date.parse("2026-03-29T10:00:00Z"), now, undefined)).toBe("yesterday, 12:00");
  expect(clock(Date.parse("2026-03-28T11:00:00Z"), now, undefined)).toBe("28 Mar, 12:00");
});
