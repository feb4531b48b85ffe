import { expect, it } from "vitest";
import { agoOf } from "./times";
import { dayNumber } from "./times";

process.env.TZ = "Europe/Berlin";

it("consecutive days have consecutive numbers when daylight saving time starts or ends", () => {
  // In Berlin, 29 March 2026 has 23 hours, and 25 October has 25.
  for (const noon of ["2026-03-29T10:00:00Z", "2026-10-25T11:00:00Z"]) {
    const at = Date.parse(noon);
    const days = [-40, -24, 0, 24, 40].map((hours) => dayNumber(at + hours * 3_600_000) - dayNumber(at));
    expect(days).toEqual([-2, -1, 0, 1, 2]);
  }
  expect(dayNumber(Date.parse("2026-03-28T23:30:00Z"), "UTC")).toBe(
    dayNumber(Date.parse("2026-03-28T12:00:00Z"), "UTC"),
  );
});

it("a time at least 24 hours ago is counted in calendar days, even if a day has only 23 hours", () => {
  const now = Date.parse("2026-03-29T22:30:00Z"); // 00:30 on 30 March in Berlin
  expect(agoOf(Date.parse("2026-03-28T22:30:00Z"), now)).toBe("2 days ago"); // 23:30 on 28 March in Berlin
  expect(agoOf(Date.parse("2026-03-29T10:00:00Z"), now)).toBe("12 hours ago");
  expect(agoOf(Date.parse("2026-11-20T06:00:00Z"), Date.parse("2026-11-21T12:00:00Z"))).toBe("yesterday");
});
