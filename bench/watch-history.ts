import { partNames } from "@/lib/shared/contract/values";
import type { SeriesName } from "@/lib/shared/contract/watch";
import type { WatchRows } from "@/lib/server/monitor/samples";
import { DAY, HOUR } from "@/lib/clock";
import { hourOf, KEEP_HOURS, KEEP_SAMPLES } from "@/lib/server/monitor/samples";

/** Eight series: five services and three counts. */
const series: readonly SeriesName[] = [...partNames, "users", "guilds", "messages"];
const every = 30_000;

/** Returns a plausible value for a series. All values vary over the day, and counts also grow. */
function valueAt(name: SeriesName, at: number, now: number): number {
  const base = { api: 40, gateway: 21, cdn: 18, broker: 6, mail: 130 }[name as "api"];
  const noise = (Math.sin(at / 977_000) + Math.sin(at / 131_000)) / 12;
  if (base !== undefined)
    return Math.round(base * (name === "api" && now - at < 8 * HOUR ? 1.55 : 1) * (1 + noise));
  const most = { users: 6_801, guilds: 212, messages: 1_240_000 }[name as "users"];
  return Math.round(most * (1 - ((now - at) / DAY) * 0.0011));
}

/** Fills an empty database with hourly totals for 400 days, samples for 48 hours, and an outage. */
export async function fillHistory({ db, fileId }: WatchRows, now = Date.now()): Promise<void> {
  const outage = { from: now - 14 * HOUR, to: now - 14 * HOUR + 12 * 60_000 };
  const file_id = await fileId();
  const own = <T extends object>(rows: T[]) => rows.map((row) => ({ file_id, ...row }));
  await inBatches(samples(now, outage), (rows) => db.insertInto("watch_samples").values(own(rows)).execute());
  await inBatches(hours(now), (rows) => db.insertInto("watch_hours").values(own(rows)).execute());
  await db
    .insertInto("watch_outages")
    .values(partNames.map((part) => ({ file_id, part, began: outage.from, ended: outage.to })))
    .execute();
  await db
    .insertInto("watch_parts")
    .values(
      partNames.map((name) => ({
        file_id,
        name,
        target: `https://${name}.harbor.example`,
        ms: valueAt(name, now, now),
        reason: null,
        certificate_ends: name === "broker" ? null : now + 61 * 86_400_000,
        at: now,
        failures: 0,
        failed_since: null,
      })),
    )
    .execute();
}

function* samples(now: number, outage: { from: number; to: number }) {
  for (let at = now - (now % every) - KEEP_SAMPLES; at <= now; at += every)
    for (const name of series) {
      const isPart = (partNames as readonly string[]).includes(name);
      const isDown = isPart && at >= outage.from && at < outage.to;
      yield { at, series: name, value: isDown ? null : valueAt(name, at, now) };
    }
}

function* hours(now: number) {
  for (let at = hourOf(now) - KEEP_HOURS; at < hourOf(now); at += HOUR)
    for (const name of series) {
      const value = valueAt(name, at, now);
      const up = 120;
      yield { at, series: name, samples: 120, up, low: value - 2, total: value * up, high: value + 9 };
    }
}

/** Maximum number of rows per statement. Both types of database limit the number of parameters. */
const batch = 1_000;

async function inBatches<T>(rows: Iterable<T>, insert: (rows: T[]) => Promise<unknown>): Promise<void> {
  let some: T[] = [];
  for (const row of rows) {
    some.push(row);
    if (some.length < batch) continue;
    await insert(some);
    some = [];
  }
  if (some.length > 0) await insert(some);
}
