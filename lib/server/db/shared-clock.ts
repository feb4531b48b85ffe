import "server-only";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "kysely";
import type { Clock } from "@/lib/clock";
import { dialectOf } from "./queries";
import type { Db, Row } from "./tables";

/** How often (ms) the difference to the database's clock is measured. */
const EVERY = 30_000;
/** A process that has not measured for this long (ms) is no longer a replica. */
const GONE_AFTER = 4 * EVERY;

const databaseTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Returns the database's time, and how far (ms) the machine's clock is ahead of it. */
export async function measureClock(
  db: Db,
  machine: Pick<Clock, "now">,
): Promise<{ now: number; ahead: number }> {
  const before = machine.now();
  const { rows } = await sql<{ now: number }>`select ${databaseTime} as now`.execute(db);
  const now = Number(rows[0]!.now);
  return { now, ahead: Math.round((before + machine.now()) / 2 - now) };
}

/**
 * A clock that replicas share: that of PostgreSQL. With SQLite, all processes are on one machine, so its clock is used.
 * Until the first measurement, the machine's clock is used. Each measurement is stored, for the doctor.
 */
export function createSharedClock(
  db: Db,
  machine: Clock,
  host = hostname(),
): { clock: Clock; measure: () => Promise<void> } {
  const id = randomUUID();
  let offset = 0;
  let measuredAt = -Infinity;
  return {
    clock: { ...machine, now: () => machine.now() + offset },
    async measure() {
      if (dialectOf(db) === "sqlite" || machine.elapsed() - measuredAt < EVERY) return;
      const { now, ahead } = await measureClock(db, machine);
      offset = -ahead;
      measuredAt = machine.elapsed();
      const row = { host, clock_ahead: ahead, seen_at: now };
      await db
        .insertInto("replicas")
        .values({ id, ...row })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
        .execute();
      await db
        .deleteFrom("replicas")
        .where("seen_at", "<", now - GONE_AFTER)
        .execute();
    },
  };
}

/** Returns the processes that have measured their clock in the last two minutes. Only with PostgreSQL. */
export const readReplicas = (db: Db): Promise<Pick<Row<"replicas">, "host" | "clock_ahead">[]> =>
  db
    .selectFrom("replicas")
    .select(["host", "clock_ahead"])
    .where("seen_at", ">", sql<number>`${databaseTime} - ${GONE_AFTER}`)
    .orderBy("clock_ahead")
    .execute();
