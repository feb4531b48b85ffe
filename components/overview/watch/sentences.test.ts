import { describe, expect, it } from "vitest";
import type { Outage, Points, VersionMark } from "@/lib/shared/contract/watch";
import { outagesInWords, ownSentence, responseSentences } from "./sentences";
import { sparkPath } from "./sparkline";
import { amount, clock, duration, lasted, share, weekDifference } from "./words";

const step = 5 * 60_000;
const at = Date.parse("2026-11-22T19:20:00Z");
const line = { from: at - 288 * step, step, count: 288 };
const time = (clockTime: string) => Date.parse(`2026-11-22T${clockTime}:00Z`);

/** Values that change at a moment. */
const stepped = (before: number, after: number, moment = time("11:06")): Points =>
  Array.from({ length: 288 }, (_, place) => (line.from + place * step < moment ? before : after));

const told = (
  times: Record<string, Points>,
  rest: { outages?: Outage[]; marks?: VersionMark[] } = {},
): string[] => responseSentences({ at, line, times, outages: [], marks: [], ...rest }, "UTC");

describe("the sentence beside the response times", () => {
  it("says how fast each part is, and what a version changed", () => {
    const marks = [{ at: time("11:06"), number: 41 }];
    expect(told({ api: stepped(40, 62), gateway: stepped(21, 21) }, { marks })).toEqual([
      "API answers in 62 ms, 22 ms more than before version 41 was applied (11:06 UTC).",
      "Gateway is steady at 21 ms.",
    ]);
    expect(told({ api: stepped(62, 40) }, { marks })[0]).toContain("40 ms, 22 ms less than before");
    expect(told({ api: stepped(40, 90, time("18:20")) })).toEqual([
      "API answers in 90 ms, slower than usual (40 ms).",
    ]);
  });

  it("says what was down, all at once or one by one, and what is", () => {
    const [from, to] = [time("05:10"), time("05:22")];
    const both: Outage[] = [
      { part: "api", from, to },
      { part: "gateway", from: from + 30_000, to },
    ];
    const times = { api: stepped(9, 9), gateway: stepped(9, 9) };
    expect(told(times, { outages: both }).at(-1)).toBe("Nothing answered from 05:10 UTC to 05:22 UTC.");
    expect(told(times, { outages: both.slice(1) }).at(-1)).toMatch(/^Gateway was down from 05:10 UTC/);
    expect(told(times, { outages: [{ part: "api", from, to: null }] }).at(-1)).toBe(
      "API is down since 05:10 UTC.",
    );
    const many = [1, 2, 3].map((hour) => ({
      part: "api" as const,
      from: from + hour * 3.6e6,
      to: to + hour * 3.6e6,
    }));
    expect(told(times, { outages: many }).at(-1)).toBe("3 outages; the longest lasted 12 min (06:10 UTC).");
    expect([outagesInWords([]), outagesInWords(both), outagesInWords(many)]).toEqual([
      "no outage in 30 days",
      "one outage in 30 days",
      "3 outages in 30 days",
    ]);
  });

  it("says nothing of what was not measured, and that a part does not answer lately", () => {
    const none = Array.from({ length: 288 }, () => null);
    expect(told({ api: none })).toEqual([]);
    expect(told({ api: [40, ...none.slice(1)] })).toEqual(["API has not answered lately."]);
  });
});

it("gaps stay gaps, and a lonely value is a dot", () => {
  expect(sparkPath([1, 2, null, 1, null])).toBe("M0.0 34.0L60.0 2.0M180.0 34.0h0.1");
  expect(sparkPath([null, null])).toBe("");
  // A hundredth more or less is not the height of the plot.
  expect(sparkPath([100, 101], 0.5)).toBe("M0.0 18.3L240.0 17.7");
});

it("figures have units and are not better than they are", () => {
  expect([duration(62.4), duration(1_900)]).toEqual(["62 ms", "1.9 s"]);
  expect([share(1), share(0.99999), share(0.9991)]).toEqual(["100%", "99.99%", "99.91%"]);
  expect([lasted(20_000), lasted(12 * 60_000), lasted(185 * 60_000)]).toEqual([
    "1 min",
    "12 min",
    "3 h 5 min",
  ]);
  expect([amount(6_801), amount(1_240_000)]).toEqual(["6,801", "1.24M"]);
  expect([weekDifference(6_801, 6_759), weekDifference(3, 5), weekDifference(3, null)]).toEqual([
    "+42 this week",
    "−2 this week",
    "counted for less than a week",
  ]);
  expect(clock(time("05:10") - 86_400_000, at, "UTC")).toBe("yesterday, 05:10 UTC");
  expect(ownSentence({ requests: 1_204, limited: 12, refused: 3, failed: 0, endpoints: 4 })).toBe(
    "1,204 requests in 24 hours: 12 over a rate limit, 3 refused otherwise, none failed.",
  );
});
