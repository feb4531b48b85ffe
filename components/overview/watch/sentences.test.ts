import { describe, expect, it } from "vitest";
import type { Outage, PartName, PlannedRestart, Points, VersionMark } from "@/lib/shared/contract/watch";
import { rangesSince } from "./plot-data";
import { outagesInWords, ownSentence, responseSentences, slowNote } from "./sentences";
import { sparkPath } from "./sparkline";
import { amount, clock, duration, lasted, share, weekDifference } from "./words";

const step = 5 * 60_000;
const at = Date.parse("2026-11-22T19:20:00Z");
const line = { from: at - 288 * step, step, count: 288 };
const time = (clockTime: string) => Date.parse(`2026-11-22T${clockTime}:00Z`);

/** The points of a line whose value changes at `moment`. */
const stepped = (before: number, after: number, moment = time("11:06")): Points =>
  Array.from({ length: 288 }, (_, place) => (line.from + place * step < moment ? before : after));

/** Returns the sentences, with ten responses per step. `now` is the last value by default. */
function sentencesOf(
  times: Partial<Record<PartName, Points>>,
  {
    now,
    answers,
    ...rest
  }: {
    outages?: Outage[];
    marks?: VersionMark[];
    restarts?: PlannedRestart[];
    now?: number | null;
    answers?: number;
  } = {},
): string[] {
  const series = (Object.entries(times) as [PartName, Points][]).map(([part, points]) => ({
    part,
    points,
    now: now === undefined ? (points.at(-1) ?? null) : now,
    answers: answers ?? 10 * points.filter((point) => point !== null).length,
    color: "",
    dash: [],
  }));
  return responseSentences({ line, series, outages: [], marks: [], restarts: [], ...rest }, at, "UTC");
}

describe("the overview's summary", () => {
  it("states each service's response time and its change since the last apply", () => {
    const marks = [{ at: time("11:06"), number: 41 }];
    expect(sentencesOf({ api: stepped(40, 62), gateway: stepped(21, 21) }, { marks })).toEqual([
      "API answers in 62 ms, 22 ms more than before version 41 was applied (11:06 UTC).",
      "Gateway is steady at 21 ms.",
    ]);
    expect(sentencesOf({ api: stepped(62, 40) }, { marks })[0]).toContain("40 ms, 22 ms less than before");
    expect(sentencesOf({ api: stepped(40, 90, time("18:20")) })).toEqual([
      "API answers in 90 ms, slower than usual (40 ms).",
    ]);
  });

  it("states when a service became slow and how fast the service was before", () => {
    const note = (points: Points, now = points.at(-1) ?? null, answers = 2_880) =>
      slowNote({ points, now, answers }, line, at, "UTC");
    expect(note(stepped(40, 90, time("18:20")))).toBe(
      "Slower than usual since 18:20 UTC (1 h), 40 ms before",
    );
    expect(note(stepped(40, 1_900, time("18:20")))).toBe("Slow since 18:20 UTC (1 h), 40 ms before");
    // The service has been slow for most of the day, so being slow is usual. It is still reported as slow.
    expect(note(stepped(40, 1_900, time("00:20")))).toBe("Slow since 00:20 UTC (19 h), 40 ms before");
    expect(note(stepped(1_900, 1_900))).toBe("Slow for at least 24 h");
    expect(note([...Array.from({ length: 276 }, () => null), ...stepped(1_900, 1_900).slice(0, 12)])).toBe(
      "Slow for at least 1 h",
    );
  });

  it("calls a service slow only if enough recent responses were slow", () => {
    const note = (points: Points, now: number | null, answers = 2_880) =>
      slowNote({ points, now, answers }, line, at, "UTC");
    expect(note(stepped(40, 90, time("18:20")), 41)).toBeNull();
    expect(note(stepped(40, 90, time("18:20")), 90, 29)).toBeNull();
    expect(note(stepped(40, 90, time("19:15")), 90)).toBeNull();
    expect(note(stepped(40, 40), null)).toBeNull();
    expect(note([], 90)).toBeNull();
  });

  it("combines simultaneous outages, and counts outages if there are many", () => {
    const [from, to] = [time("05:10"), time("05:22")];
    const both: Outage[] = [
      { part: "api", from, to },
      { part: "gateway", from: from + 30_000, to },
    ];
    const times = { api: stepped(9, 9), gateway: stepped(9, 9) };
    expect(sentencesOf(times, { outages: both }).at(-1)).toBe(
      "Nothing answered from 05:10 UTC to 05:22 UTC.",
    );
    expect(sentencesOf(times, { outages: both.slice(1) }).at(-1)).toMatch(/^Gateway was down from 05:10 UTC/);
    expect(sentencesOf(times, { outages: [{ part: "api", from, to: null }] }).at(-1)).toBe(
      "API has been down since 05:10 UTC.",
    );
    const three = (["api", "gateway", "cdn"] as const).map((part) => ({ part, from, to: null }));
    const four = { ...times, cdn: stepped(9, 9), mail: stepped(9, 9) };
    expect(sentencesOf(four, { outages: three }).at(-1)).toBe(
      "API, Gateway, and CDN have been down since 05:10 UTC.",
    );
    const many = [1, 2, 3].map((hour) => ({
      part: "api" as const,
      from: from + hour * 3.6e6,
      to: to + hour * 3.6e6,
    }));
    expect(sentencesOf(times, { outages: many }).at(-1)).toBe(
      "3 outages; the longest lasted 12 min (06:10 UTC).",
    );
    const since = at - 31 * 86_400_000;
    const inWords = (outages: Outage[], from: number | null = since) =>
      outagesInWords({ outages, since: from, at });
    expect([inWords([]), inWords(both), inWords(many)]).toEqual([
      "no outage in 30 days",
      "one outage in 30 days",
      "3 outages in 30 days",
    ]);
    expect(inWords([], at - 40 * 60_000)).toBe("no outage in 40 min");
    expect(inWords([], at - 60_000)).toBe("no outage in 1 min");
    expect([inWords([], at - 59_999), inWords([], null)]).toEqual([undefined, undefined]);
  });

  it("states only the start time of an outage that lasted less than a minute", () => {
    const from = time("02:58") + 5_000;
    const times = { api: stepped(9, 9), gateway: stepped(9, 9) };
    const outages = (["api", "gateway"] as const).map((part) => ({ part, from, to: from + 40_000 }));
    expect(sentencesOf(times, { outages }).at(-1)).toBe("Nothing answered for 1 min at 02:58 UTC.");
    const brief = outages.slice(1).map((one) => ({ ...one, to: from + 20_000 }));
    expect(sentencesOf(times, { outages: brief }).at(-1)).toBe(
      "Gateway was down for less than a minute at 02:58 UTC.",
    );
  });

  it("states the time of a restart that an apply caused", () => {
    const restart = (clockTime: string, version: number | null) => ({
      from: time(clockTime),
      to: time(clockTime) + 20_000,
      version,
    });
    expect(sentencesOf({}, { restarts: [restart("02:57", 41)] })).toEqual([
      "The instance was restarted by an apply at 02:57 UTC (version 41).",
    ]);
    expect(sentencesOf({}, { restarts: [restart("02:57", 41), restart("04:00", null)] })).toEqual([
      "The instance was restarted by applies at 02:57 UTC (version 41) and 04:00 UTC.",
    ]);
    const three = ["02:57", "04:00", "05:00"].map((clockTime) => restart(clockTime, 7));
    expect(sentencesOf({}, { restarts: three })).toEqual([
      "The instance was restarted by 3 applies, last at 05:00 UTC (version 7).",
    ]);
    expect(sentencesOf({}, { restarts: [{ ...restart("19:19", 42), to: null }] })).toEqual([
      "An apply has been restarting the instance since 19:19 UTC.",
    ]);
  });

  it("omits services with too few responses, and ignores small differences", () => {
    const none = Array.from({ length: 288 }, () => null);
    expect(sentencesOf({ api: none })).toEqual([]);
    const few = [...none.slice(6), 40, 40, 40, 40, 40, 90];
    expect(sentencesOf({ api: few }, { answers: 29 })).toEqual([]);
    expect(sentencesOf({ api: few }, { answers: 30 })).toEqual([
      "API answers in 90 ms, slower than usual (40 ms).",
    ]);
    expect(sentencesOf({ api: stepped(40, 40) }, { now: null })).toEqual([]);
    // Only two steps precede the version. They have twenty responses, which is too few for a comparison.
    const marks = [{ at: line.from + 2 * step, number: 41 }];
    expect(sentencesOf({ api: stepped(40, 90, line.from + 2 * step) }, { marks })).toEqual([
      "API is steady at 90 ms.",
    ]);
    const noisy = Array.from({ length: 288 }, (_, place) => (place % 2 === 0 ? 40 : 90));
    expect(sentencesOf({ api: noisy }, { now: 60, marks: [{ at: time("11:06"), number: 41 }] })).toEqual([
      "API is steady at 60 ms.",
    ]);
  });
});

it("a small plot shows missing values as gaps and isolated values as dots", () => {
  expect(sparkPath([1, 2, null, 1, null])).toBe("M0.0 34.0L60.0 2.0M180.0 34.0h0.1");
  expect(sparkPath([null, null])).toBe("");
  // If the values differ by only one percent, the line stays nearly flat.
  expect(sparkPath([100, 101], 0.5)).toBe("M0.0 18.3L240.0 17.7");
});

it("the overview formats durations, percentages, amounts and times", () => {
  expect([duration(62.4), duration(1_900)]).toEqual(["62 ms", "1.9 s"]);
  expect([share(1), share(0.99999), share(0.9991)]).toEqual(["100%", "99.99%", "99.91%"]);
  expect([lasted(29_999), lasted(30_000), lasted(12 * 60_000), lasted(185 * 60_000)]).toEqual([
    "less than a minute",
    "1 min",
    "12 min",
    "3 h 5 min",
  ]);
  expect([amount(6_801), amount(1_240_000)]).toEqual(["6,801", "1.24M"]);
  expect([weekDifference(6_801, 6_759), weekDifference(3, 5), weekDifference(3, null)]).toEqual([
    "+42 this week",
    "−2 this week",
    "Not enough data for a trend yet",
  ]);
  expect(clock(time("05:10") - 86_400_000, at, "UTC")).toBe("yesterday, 05:10 UTC");
  const own = { requests: 1_204, limited: 12, refused: 3, failed: 0, endpoints: 4 };
  expect(ownSentence(own, 25 * 3_600_000)).toBe(
    "1,204 requests in 24 hours: 12 over a rate limit, 3 refused for other reasons, none failed.",
  );
  expect(ownSentence(own, 40 * 60_000)).toContain("1,204 requests in 40 min: 12");
  expect(ownSentence({ ...own, requests: 1 }, 40 * 60_000)).toContain("1 request in 40 min");
  const none = { ...own, requests: 0 };
  expect(ownSentence(none, 60_000)).toBe("The panel has served no requests in 1 min.");
  expect(ownSentence(none, 59_999)).toBe("The panel has served no requests yet.");
});

it("a time range is offered only if the panel has enough measurements", () => {
  const hour = 3_600_000;
  const after = (ms: number) => rangesSince(at - ms, at).join(" ");
  expect([after(0), after(hour - 1), after(hour), after(24 * hour - 1)]).toEqual([
    "1h",
    "1h",
    "1h 24h",
    "1h 24h",
  ]);
  expect([after(24 * hour), after(7 * 24 * hour)]).toEqual(["1h 24h 7d", "1h 24h 7d 30d"]);
  expect(rangesSince(null, at)).toEqual(["1h"]);
});
