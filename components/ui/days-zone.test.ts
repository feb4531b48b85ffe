import { expect, it } from "vitest";
import { dayTitle } from "./days";

process.env.TZ = "Europe/Berlin";

it('the previous day has the title "Yesterday", even if that day was only 23 hours long', () => {
  const clock = { now: Date.parse("2026-03-29T22:30:00Z"), zone: undefined };
  expect(dayTitle(Date.parse("2026-03-29T10:00:00Z"), clock)).toBe("Yesterday");
  expect(dayTitle(Date.parse("2026-03-28T11:00:00Z"), clock)).toBe("Sat, 28 Mar 2026");
});
