import type { Db, NewRow } from "@/lib/server/db";
import type { SeriesName } from "@/lib/shared/contract/watch";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Rows of one statement. SQLite accepts 32,766 parameters. */
const MAX_ROWS = 2_000;
/** The outage of the gateway ends this long ago (ms), and lasts `OUTAGE_MS`. */
const SINCE_OUTAGE = 9 * HOUR;
const OUTAGE_MS = 6 * MINUTE;

/** A number from 0 to 1 that is the same at every start. */
const noise = (seed: number) => Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) % 1;
/** How busy the instance is at a time of day, from 0 to 1. */
const load = (at: number) => (1 - Math.cos(((at % DAY) / DAY) * 2 * Math.PI - 1)) / 2;

const perMinute: Partial<Record<SeriesName, (at: number) => number>> = {
  api: (at) => 28 + 30 * load(at) + 14 * noise(at / MINUTE),
  gateway: (at) => 11 + 9 * load(at) + 5 * noise(at / MINUTE + 1),
  cdn: (at) => 41 + 22 * load(at) + 18 * noise(at / MINUTE + 2),
  requests: (at) => 2 + 30 * load(at) * noise(at / MINUTE + 3),
  refused: (at) => 2 * noise(at / MINUTE + 4),
};

/**
 * Stores a day of measurements, a month of hourly totals, an outage, and the last check.
 * @param url the address of all parts
 */
export async function storeMeasurements(db: Db, file_id: number, url: string): Promise<void> {
  const now = Date.now();
  const ended = now - SINCE_OUTAGE;
  const isOut = (series: string, at: number) => series === "gateway" && at > ended - OUTAGE_MS && at <= ended;
  const samples: NewRow<"watch_samples">[] = [];
  for (let at = now - (now % MINUTE) - DAY; at < now; at += MINUTE) {
    for (const [series, valueAt] of Object.entries(perMinute))
      samples.push({ file_id, at, series, value: isOut(series, at) ? null : Math.round(valueAt(at)) });
    if (at % (5 * MINUTE) === 0)
      samples.push(...countsAt(at, now).map((count) => ({ file_id, at, ...count })));
  }
  const hours: NewRow<"watch_hours">[] = [];
  for (let at = now - (now % HOUR) - 30 * DAY; at < now - DAY; at += HOUR) {
    const values = Object.entries(perMinute).map(([series, valueAt]) => ({
      series,
      value: Math.round(valueAt(at)),
    }));
    for (const { series, value } of [...values, ...countsAt(at, now)])
      hours.push({ file_id, at, series, samples: 60, up: 60, low: value, total: value * 60, high: value });
  }
  for (let first = 0; first < samples.length; first += MAX_ROWS)
    await db
      .insertInto("watch_samples")
      .values(samples.slice(first, first + MAX_ROWS))
      .execute();
  for (let first = 0; first < hours.length; first += MAX_ROWS)
    await db
      .insertInto("watch_hours")
      .values(hours.slice(first, first + MAX_ROWS))
      .execute();
  const part = { file_id, target: url, at: now, failures: 0 };
  for (const name of ["api", "gateway", "cdn"] as const)
    await db
      .insertInto("watch_parts")
      .values({ ...part, name, ms: Math.round(perMinute[name]?.(now) ?? 0) })
      .execute();
  await db
    .insertInto("watch_outages")
    .values({ file_id, part: "gateway", began: ended - OUTAGE_MS, ended })
    .execute();
}

/** The counts grew for a month. */
function countsAt(at: number, now: number): { series: SeriesName; value: number }[] {
  const days = (now - at) / DAY;
  return [
    { series: "users", value: Math.round(1_284 - 6 * days) },
    { series: "guilds", value: Math.round(37 - days / 5) },
    { series: "messages", value: Math.round(482_113 - 3_100 * days) },
  ];
}
