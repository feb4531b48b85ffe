import "server-only";
import { sql } from "kysely";
import { DAY, HOUR } from "@/lib/clock";
import type { SeriesName } from "@/lib/shared/contract/watch";
import type { Db } from "@/lib/server/db";

export type Sample = { series: SeriesName; value: number | null };

export interface WatchRows {
  db: Db;
  fileId: () => Promise<number>;
}

/**
 * Stores the measurements of the interval that starts at `at`. A repeated measurement replaces the previous value.
 * @param adds if true, values are added to the previous values, because every replica counts its own requests
 */
export async function storeSamples(
  db: Db,
  file_id: number,
  at: number,
  samples: readonly Sample[],
  { adds = false } = {},
): Promise<void> {
  if (samples.length === 0) return;
  const value = adds
    ? sql<number>`coalesce(watch_samples.value, 0) + excluded.value`
    : sql<number>`excluded.value`;
  await db
    .insertInto("watch_samples")
    .values(samples.map((sample) => ({ file_id, at, ...sample })))
    .onConflict((conflict) => conflict.columns(["file_id", "at", "series"]).doUpdateSet({ value }))
    .execute();
}

export const KEEP_SAMPLES = 48 * HOUR;
export const KEEP_HOURS = 400 * DAY;
/**
 * The wait between the end of an hour and the calculation of its totals (ms). During this wait, replicas may still
 * store late samples.
 */
const GRACE = 2 * 60_000;

export const hourOf = (at: number): number => at - (at % HOUR);

export const openHour = (now: number): number => hourOf(now - GRACE);

/** Can be repeated safely. */
export async function rollUp({ db, fileId }: WatchRows, now: number): Promise<void> {
  const file = await fileId();
  const last = openHour(now) - HOUR;
  for (let hour = await firstOpenHour(db, file, last); hour !== null && hour <= last; hour += HOUR) {
    await sumUp(db, file, hour);
  }
}

async function firstOpenHour(db: Db, file: number, last: number): Promise<number | null> {
  const firstSample = await db
    .selectFrom("watch_hours")
    .where("file_id", "=", file)
    .where("at", "<=", last)
    .select(({ fn }) => fn.max("at").as("at"))
    .executeTakeFirst();
  if (firstSample?.at === last) return null;
  const oldest = await db
    .selectFrom("watch_samples")
    .where("file_id", "=", file)
    .where("at", ">=", firstSample?.at ? firstSample.at + HOUR : 0)
    .select(({ fn }) => fn.min("at").as("at"))
    .executeTakeFirst();
  return oldest?.at ? hourOf(oldest.at) : null;
}

async function sumUp(db: Db, file: number, hour: number): Promise<void> {
  await db
    .insertInto("watch_hours")
    .columns(["file_id", "at", "series", "samples", "up", "low", "total", "high"])
    .expression((query) =>
      query
        .selectFrom("watch_samples")
        .where("file_id", "=", file)
        .where("at", ">=", hour)
        .where("at", "<", hour + HOUR)
        .groupBy("series")
        .select(({ fn }) => [
          sql<number>`cast(${file} as bigint)`.as("file_id"),
          sql<number>`cast(${hour} as bigint)`.as("at"),
          "series",
          fn.countAll<number>().as("samples"),
          fn.count<number>("value").as("up"),
          fn.min("value").as("low"),
          sql<number>`cast(coalesce(sum(value), 0) as bigint)`.as("total"),
          fn.max("value").as("high"),
        ]),
    )
    .onConflict((conflict) => conflict.columns(["file_id", "at", "series"]).doNothing())
    .execute();
}

/** Deletes old data, at most an hour of samples and a week of hourly totals per call. */
export async function prune({ db, fileId }: WatchRows, now: number): Promise<void> {
  const file = await fileId();
  await pruneTable(db, "watch_samples", file, { until: now - KEEP_SAMPLES, step: HOUR });
  await pruneTable(db, "watch_hours", file, { until: now - KEEP_HOURS, step: 7 * DAY });
  await db
    .deleteFrom("watch_outages")
    .where("file_id", "=", file)
    .where("ended", "<", now - KEEP_HOURS)
    .execute();
}

async function pruneTable(
  db: Db,
  table: "watch_samples" | "watch_hours",
  file: number,
  { until, step }: { until: number; step: number },
): Promise<void> {
  const oldest = await db
    .selectFrom(table)
    .where("file_id", "=", file)
    .select(({ fn }) => fn.min("at").as("at"))
    .executeTakeFirst();
  if (oldest?.at == null || oldest.at >= until) return;
  await db
    .deleteFrom(table)
    .where("file_id", "=", file)
    .where("at", "<", Math.min(until, oldest.at + step))
    .execute();
}
