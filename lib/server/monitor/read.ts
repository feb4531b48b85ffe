import "server-only";
import { sql } from "kysely";
import type { SeriesName, TimeLine } from "@/lib/shared/contract/watch";
import { configFileId } from "@/lib/server/config-file";
import type { Db } from "@/lib/server/db";
import { HOUR, openHour } from "./hours";

/** The measurements of a series in one step of a range. */
export interface Step {
  series: string;
  /** The start of the step (ms since 1970). */
  at: number;
  samples: number;
  /** The number of samples with a value. */
  up: number;
  total: number;
  /** The time of the first sample. For totals, the start of the first hour. */
  first: number;
}

/**
 * Reads the measurements of a range by step. Short steps are calculated from samples. Long steps are calculated from
 * hourly totals, and for incomplete hours from samples.
 */
export async function readSteps(
  db: Db,
  line: TimeLine,
  series: readonly SeriesName[],
  now: number,
): Promise<Step[]> {
  if (line.step < HOUR) return readSamples(db, line, series, line.from);
  const open = openHour(now);
  const hours = await readHours(db, line, series, open);
  return [...hours, ...(await readSamples(db, line, series, Math.max(open, line.from)))];
}

const placeOn = ({ from, step }: TimeLine) =>
  sql<number>`(at - cast(${from} as bigint)) / cast(${step} as bigint)`;

async function readSamples(
  db: Db,
  line: TimeLine,
  series: readonly SeriesName[],
  since: number,
): Promise<Step[]> {
  const rows = await db
    .selectFrom("watch_samples")
    .where("file_id", "=", await configFileId(db))
    .where("at", ">=", since)
    .where("at", "<", line.from + line.step * line.count)
    .where("series", "in", series)
    .select(({ fn }) => [
      "series",
      placeOn(line).as("place"),
      fn.countAll<number>().as("samples"),
      fn.count<number>("value").as("up"),
      sql<number>`cast(coalesce(sum(value), 0) as bigint)`.as("total"),
      fn.min("at").as("first"),
    ])
    // Group by position, because PostgreSQL treats the parameters of equal expressions as different.
    .groupBy(sql`1, 2`)
    .execute();
  return rows.map((row) => stepOf(line, row));
}

async function readHours(
  db: Db,
  line: TimeLine,
  series: readonly SeriesName[],
  until: number,
): Promise<Step[]> {
  const rows = await db
    .selectFrom("watch_hours")
    .where("file_id", "=", await configFileId(db))
    .where("at", ">=", line.from)
    .where("at", "<", until)
    .where("series", "in", series)
    .select(({ fn }) => [
      "series",
      placeOn(line).as("place"),
      sql<number>`cast(sum(samples) as bigint)`.as("samples"),
      sql<number>`cast(sum(up) as bigint)`.as("up"),
      sql<number>`cast(sum(total) as bigint)`.as("total"),
      fn.min("at").as("first"),
    ])
    .groupBy(sql`1, 2`)
    .execute();
  return rows.map((row) => stepOf(line, row));
}

const stepOf = ({ from, step }: TimeLine, { place, ...row }: Omit<Step, "at"> & { place: number }): Step => ({
  ...row,
  at: from + place * step,
});
