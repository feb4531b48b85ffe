import { expect, it } from "vitest";
import { agoOf } from "./times";

const now = Date.UTC(2026, 10, 21, 12);

it.each([
  [-5_000, "just now"],
  [59_000, "just now"],
  [60_000, "1 minute ago"],
  [20 * 60_000, "20 minutes ago"],
  [3_600_000, "1 hour ago"],
  [23.9 * 3_600_000, "23 hours ago"],
  [24 * 3_600_000, "yesterday"],
  [6 * 24 * 3_600_000, "6 days ago"],
])("a time %s ms ago is shown as “%s”", (age, words) => expect(agoOf(now - age, now)).toBe(words));

it("a time more than a week ago is shown as a date", () => {
  expect(agoOf(now - 8 * 24 * 3_600_000, now)).toMatch(/^13 Nov 2026, \d\d:\d\d$/);
});
