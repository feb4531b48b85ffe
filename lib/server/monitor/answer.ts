import "server-only";
import { DAY, HOUR } from "@/lib/clock";
import { countNames, ownNames, partNames } from "@/lib/shared/contract/values";
import type {
  CountName,
  CountNow,
  Outage,
  PartName,
  PartNow,
  Points,
  TimeLine,
  WatchAnswer,
  WatchRange,
} from "@/lib/shared/contract/watch";
import type { Row } from "@/lib/server/db";
import type { WatchRows } from "./samples";
import {
  firstOf,
  joined,
  means,
  median,
  readSteps,
  shareUp,
  type Step,
  sumOf,
  sumsOf,
  totals,
} from "./steps";

/** Length and step of each range (ms). A series has at most 720 points. */
const ranges: Readonly<Record<WatchRange, { length: number; step: number }>> = {
  "1h": { length: HOUR, step: HOUR / 60 },
  "24h": { length: DAY, step: HOUR / 12 },
  "7d": { length: 7 * DAY, step: HOUR },
  "30d": { length: 30 * DAY, step: HOUR },
};

function lineOf(length: number, step: number, now: number): TimeLine {
  const last = now - (now % step);
  const count = Math.floor(length / step);
  return { from: last - (count - 1) * step, step, count };
}

const lineOfRange = (range: WatchRange, now: number): TimeLine =>
  lineOf(ranges[range].length, ranges[range].step, now);

/** Maximum number of listed outages. A plot cannot show more. */
const MOST_OUTAGES = 100;
/** How many steps of the range 24h are combined into one step of a sparkline. */
const SPARK = 3;
/** The period (ms) whose median is shown as the current response time, so that a single slow answer has no effect. */
const RECENT = 5 * 60_000;
/** A count is current if it is not older than this (ms). */
const COUNT_AGE = 20 * 60_000;

const plotted = [...partNames, ...ownNames];

export type Measured = Pick<
  WatchAnswer,
  "parts" | "sparkLine" | "range" | "line" | "times" | "since" | "outages" | "counts" | "own"
>;

export async function readMeasured(watch: WatchRows, range: WatchRange, now = Date.now()): Promise<Measured> {
  const day = lineOfRange("24h", now);
  const line = lineOfRange(range, now);
  const month: TimeLine = lineOf(30 * DAY, HOUR, now);
  const daySteps = await readSteps(watch, day, plotted, now);
  const steps = range === "24h" ? daySteps : await readSteps(watch, line, plotted, now);
  const whole = { ...month, step: month.step * month.count, count: 1 };
  const monthSteps = await readSteps(watch, whole, plotted, now);
  const file = await watch.fileId();
  const rows = await watch.db.selectFrom("watch_parts").where("file_id", "=", file).selectAll().execute();
  const recent = await readRecent(watch, now);
  const parts = partNames.flatMap((name) => {
    const row = rows.find((one) => one.name === name);
    return row ? [partNow(name, row, { day, daySteps, whole, monthSteps, recent, now })] : [];
  });
  return {
    parts,
    sparkLine: { ...day, step: day.step * SPARK, count: day.count / SPARK },
    range,
    line,
    times: Object.fromEntries(parts.map(({ name }) => [name, means(sumsOf(steps, name, line))])),
    since: sinceOf({ day, daySteps, monthSteps }),
    outages: await readOutages(watch, month.from),
    counts: await readCounts(watch, now),
    own: {
      ...ownOf(steps, line),
      ms: ownOf(daySteps, day).endpointMs.findLast((one) => one !== null) ?? null,
    },
  };
}

interface Measurements {
  day: TimeLine;
  daySteps: readonly Step[];
  whole: TimeLine;
  monthSteps: readonly Step[];
  recent: readonly { series: string; value: number | null }[];
  now: number;
}

function sinceOf(
  { day, daySteps, monthSteps }: Pick<Measurements, "day" | "daySteps" | "monthSteps">,
  name?: PartName,
): number | null {
  const first = firstOf(monthSteps, name);
  return first !== null && first < day.from ? first : (firstOf(daySteps, name) ?? first);
}

const readRecent = async ({ db, fileId }: WatchRows, now: number) =>
  db
    .selectFrom("watch_samples")
    .where("file_id", "=", await fileId())
    .where("at", ">", now - RECENT)
    .where("series", "in", partNames)
    .select(["series", "value"])
    .execute();

function partNow(
  name: PartName,
  row: Row<"watch_parts">,
  { day, daySteps, whole, monthSteps, recent, now }: Measurements,
): PartNow {
  const sums = sumsOf(daySteps, name, day);
  const values = recent.flatMap(({ series, value }) => (series === name && value !== null ? [value] : []));
  return {
    name,
    target: row.target,
    isUp: row.failures === 0,
    ms: row.ms === null ? null : (median(values) ?? row.ms),
    reason: row.reason,
    certificateDays: row.certificate_ends === null ? null : Math.floor((row.certificate_ends - now) / DAY),
    at: row.at,
    uptime: { day: shareUp(sums), month: shareUp(sumsOf(monthSteps, name, whole)) },
    measured: joined(sums, HOUR / day.step).filter((one) => one !== undefined).length * HOUR,
    since: sinceOf({ day, daySteps, monthSteps }, name),
    spark: means(joined(sums, SPARK)),
  };
}

async function readOutages({ db, fileId }: WatchRows, since: number): Promise<Outage[]> {
  const rows = await db
    .selectFrom("watch_outages")
    .where("file_id", "=", await fileId())
    .where(({ eb, or }) => or([eb("ended", "is", null), eb("ended", ">", since)]))
    .orderBy("began", "desc")
    .limit(MOST_OUTAGES)
    .selectAll()
    .execute();
  return rows.map(({ part, began, ended }) => ({ part: part as PartName, from: began, to: ended }));
}

async function readCounts(watch: WatchRows, now: number): Promise<WatchAnswer["counts"]> {
  const { db, fileId } = watch;
  const line = lineOf(30 * DAY, 2 * HOUR, now);
  const steps = await readSteps(watch, line, countNames, now);
  const newest = await db
    .selectFrom("watch_samples")
    .where("file_id", "=", await fileId())
    .where("series", "in", countNames)
    .where("at", ">=", now - COUNT_AGE)
    .orderBy("at", "desc")
    .select(["series", "value", "at"])
    .execute();
  const list = countNames.flatMap((name): CountNow[] => {
    const points = means(sumsOf(steps, name, line));
    const last = newest.find(({ series }) => series === name);
    const place = points.findLastIndex((one) => one !== null);
    const count = last?.value ?? points[place];
    if (count == null) return [];
    const at = last?.at ?? line.from + place * line.step;
    return [{ name, now: count, at, weekAgo: weekAgo(points, line, now), points }];
  });
  return { line, list };
}

function weekAgo(points: Points, { from, step }: TimeLine, now: number): number | null {
  return points[Math.floor((now - 7 * DAY - from) / step)] ?? null;
}

function ownOf(steps: readonly Step[], line: TimeLine): Omit<WatchAnswer["own"], "ms"> {
  const totalsOf = (name: (typeof ownNames)[number]) => totals(sumsOf(steps, name, line));
  const [requestCounts, time] = [totalsOf("endpoints"), totalsOf("endpointTime")];
  const points = {
    requests: totalsOf("requests"),
    limited: totalsOf("limited"),
    refused: totalsOf("refused"),
    failed: totalsOf("failed"),
  };
  return {
    points,
    endpointMs: requestCounts.map((count, place) => (count ? Math.round((time[place] ?? 0) / count) : null)),
    total: {
      requests: sumOf(points.requests),
      limited: sumOf(points.limited),
      refused: sumOf(points.refused),
      failed: sumOf(points.failed),
      endpoints: sumOf(requestCounts),
    },
  };
}

export async function newestCounts(
  watch: WatchRows,
  now = Date.now(),
): Promise<Partial<Record<CountName, number>>> {
  const { list } = await readCounts(watch, now);
  return Object.fromEntries(list.map(({ name, now: count }) => [name, count]));
}
