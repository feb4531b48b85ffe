import "server-only";
import { sql } from "kysely";
import type { Points, SeriesName, TimeLine } from "@/lib/shared/contract/watch";
import { HOUR } from "@/lib/clock";
import { openHour, type WatchRows } from "./samples";

export interface Step {
  series: string;
  /** The start of the step (ms since 1970). */
  at: number;
  samples: number;
  up: number;
  total: number;
  /** The time of the first sample. For totals, the start of the first hour. */
  first: number;
}

/**
 * Steps under an hour are calculated from samples. Other steps are calculated from hourly totals, or from
 * samples for hours without totals.
 */
export async function readSteps(
  rows: WatchRows,
  line: TimeLine,
  series: readonly SeriesName[],
  now: number,
): Promise<Step[]> {
  const span = { line, series, since: line.from, until: line.from + line.step * line.count };
  if (line.step < HOUR) return readTable(rows, "watch_samples", span);
  const open = openHour(now);
  const hours = await readTable(rows, "watch_hours", { ...span, until: open });
  return [
    ...hours,
    ...(await readTable(rows, "watch_samples", { ...span, since: Math.max(open, line.from) })),
  ];
}

const placeOn = ({ from, step }: TimeLine) =>
  sql<number>`(at - cast(${from} as bigint)) / cast(${step} as bigint)`;

const figures = {
  watch_samples: {
    samples: sql<number>`count(*)`,
    up: sql<number>`count(value)`,
    total: sql<number>`cast(coalesce(sum(value), 0) as bigint)`,
  },
  watch_hours: {
    samples: sql<number>`cast(sum(samples) as bigint)`,
    up: sql<number>`cast(sum(up) as bigint)`,
    total: sql<number>`cast(sum(total) as bigint)`,
  },
};

interface Span {
  line: TimeLine;
  series: readonly SeriesName[];
  /** ms since 1970 */
  since: number;
  until: number;
}

async function readTable(
  { db, fileId }: WatchRows,
  table: keyof typeof figures,
  { line, series, since, until }: Span,
): Promise<Step[]> {
  const { samples, up, total } = figures[table];
  const rows = await db
    .selectFrom(table)
    .where("file_id", "=", await fileId())
    .where("at", ">=", since)
    .where("at", "<", until)
    .where("series", "in", series)
    .select(({ fn }) => [
      "series",
      placeOn(line).as("place"),
      samples.as("samples"),
      up.as("up"),
      total.as("total"),
      fn.min("at").as("first"),
    ])
    // Group by position, because PostgreSQL treats the parameters of equal expressions as different.
    .groupBy(sql`1, 2`)
    .execute();
  return rows.map(({ place, ...row }) => ({ ...row, at: line.from + place * line.step }));
}

export interface Sums {
  samples: number;
  up: number;
  total: number;
}

/** Several rows may belong to one step. Steps without measurements are undefined. */
export function sumsOf(steps: readonly Step[], series: SeriesName, line: TimeLine): (Sums | undefined)[] {
  const sums: (Sums | undefined)[] = Array.from({ length: line.count }, () => undefined);
  for (const step of steps) {
    if (step.series !== series) continue;
    const place = Math.floor((step.at - line.from) / line.step);
    if (place < 0 || place >= line.count) continue;
    sums[place] = added(sums[place], step);
  }
  return sums;
}

const added = (one: Sums | undefined, { samples, up, total }: Sums): Sums => ({
  samples: (one?.samples ?? 0) + samples,
  up: (one?.up ?? 0) + up,
  total: (one?.total ?? 0) + total,
});

export function joined(sums: readonly (Sums | undefined)[], size: number): (Sums | undefined)[] {
  return Array.from({ length: Math.floor(sums.length / size) }, (_, place) =>
    sums
      .slice(place * size, (place + 1) * size)
      .reduce((all, one) => (one ? added(all, one) : all), undefined),
  );
}

export const means = (sums: readonly (Sums | undefined)[]): Points =>
  sums.map((one) => (one && one.up > 0 ? Math.round(one.total / one.up) : null));

export const totals = (sums: readonly (Sums | undefined)[]): Points =>
  sums.map((one) => (one ? one.total : null));

export function shareUp(sums: readonly (Sums | undefined)[]): number | null {
  const all = sums.reduce((sum, one) => (one ? added(sum, one) : sum), undefined);
  return all && all.samples > 0 ? all.up / all.samples : null;
}

export function firstOf(steps: readonly Step[], series?: SeriesName): number | null {
  const seriesSteps = series === undefined ? steps : steps.filter((step) => step.series === series);
  return seriesSteps.reduce<number | null>((first, step) => Math.min(first ?? step.first, step.first), null);
}

export const median = (values: readonly number[]): number | null =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? null;

export const sumOf = (points: Points): number => points.reduce<number>((sum, point) => sum + (point ?? 0), 0);
