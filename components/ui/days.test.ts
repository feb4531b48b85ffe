import { describe, expect, it } from "vitest";
import { exactTime } from "@/components/ui/times";
import { byDay, type Clock, dayTitle, timeWords } from "./days";

const now = Date.parse("2026-11-21T12:00:00Z");
const clock: Clock = { now, zone: "UTC" };
const server: Clock = { now: null, zone: "UTC" };
const hours = 3_600_000;

describe("the time of a version", () => {
  it.each([
    [-5_000, "just now"],
    [59_000, "just now"],
    [20 * 60_000, "20 minutes ago"],
    [5.9 * hours, "5 hours ago"],
    [6 * hours, "06:00 UTC"],
  ])("a time %s ms ago is shown as “%s”", (age, words) => expect(timeWords(now - age, clock)).toBe(words));

  it("is absolute on a page that the server renders", () => {
    expect(timeWords(now, server)).toBe("12:00 UTC");
    expect(dayTitle(now, server)).toBe("Sat, 21 Nov 2026");
  });

  it("is shown in full on hover", () => {
    expect(exactTime(now, "UTC")).toBe("21 Nov 2026, 12:00:00 UTC");
  });
});

it("versions are grouped by day", () => {
  const at = (time: string) => ({ at: time });
  const list = [
    at("2026-11-21T11:00:00Z"),
    at("2026-11-21T00:00:00Z"),
    at("2026-11-20T23:59:59Z"),
    at("2026-11-18T10:00:00Z"),
  ];
  expect(byDay(list, clock).map(({ title, entries }) => [title, entries.length])).toEqual([
    ["Today", 2],
    ["Yesterday", 1],
    ["Wed, 18 Nov 2026", 1],
  ]);
});
