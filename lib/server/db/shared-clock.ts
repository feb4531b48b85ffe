import "server-only";
import { sql } from "kysely";
import type { Clock } from "@/lib/clock";
import { dialectOf } from "./queries";
import type { Db } from "./tables";

/** How often (ms) the difference to the database's clock is measured. */
const EVERY = 30_000;

/**
 * A clock that replicas share: that of PostgreSQL. With SQLite, all processes are on one machine, so its clock is used.
 * Until the first measurement, the machine's clock is used.
 */
export function createSharedClock(db: Db, machine: Clock): { clock: Clock; measure: () => Promise<void> } {
  let offset = 0;
  let measuredAt = -Infinity;
  return {
    clock: { ...machine, now: () => machine.now() + offset },
    async measure() {
      if (dialectOf(db) === "sqlite" || machine.elapsed() - measuredAt < EVERY) return;
      const before = machine.now();
      const { rows } = await sql<{ now: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db);
      const [row] = rows;
      if (row) offset = Math.round(Number(row.now) - (before + machine.now()) / 2);
      measuredAt = machine.elapsed();
    },
  };
}
