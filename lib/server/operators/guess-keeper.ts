import "server-only";
import { sql } from "kysely";
import { type Db, dialectOf } from "@/lib/server/db";
import { processSingleton } from "@/lib/process-singleton";
import { countAttempt, type GuessRule, type Guesses } from "./guess-rule";

/*
 * Counts guesses by a clock that cannot be set: the time since process start, or the clock of PostgreSQL, which all
 * replicas share. rate-limiter-flexible uses the wall clock, so setting it back would extend every wait.
 */
export interface GuessKeeper {
  /**
   * Counts an attempt if an attempt is allowed now.
   * @returns 0 if the attempt was counted, or else the time until the next attempt is allowed (ms)
   */
  begin(key: string, rule: GuessRule): Promise<number>;
  /** Removes the last attempt from the count. */
  takeBack(key: string): Promise<void>;
  /** Clears the count, after a correct attempt. */
  forget(key: string): Promise<void>;
}

/**
 * Maximum number of counts in memory. The oldest counts are dropped first. A guess takes about ten milliseconds, so an
 * attacker needs more than 15 minutes to make the panel drop a count. By then, the wait of that count has ended,
 * because no wait is longer than 15 minutes.
 */
const MOST_KEYS = 100_000;

/** Counts in memory. @param now returns the time of a monotonic clock (ms) */
export function memoryKeeper(now = () => performance.now()): GuessKeeper {
  const kept = new Map<string, Guesses>();
  function makeRoom(): void {
    for (const [key, { forgetAt }] of kept) if (forgetAt <= now()) kept.delete(key);
    for (const key of kept.keys()) {
      if (kept.size < MOST_KEYS) return;
      kept.delete(key);
    }
  }
  return {
    async begin(key, rule) {
      const { wait, next } = countAttempt(kept.get(key), now(), rule);
      if (!next) return wait;
      if (kept.size >= MOST_KEYS && !kept.has(key)) makeRoom();
      kept.set(key, next);
      return 0;
    },
    async takeBack(key) {
      const known = kept.get(key);
      if (known) kept.set(key, { ...known, failures: known.failures - 1, retryAt: 0 });
    },
    async forget(key) {
      kept.delete(key);
    },
  };
}

export function postgresKeeper(db: Db): GuessKeeper {
  const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  return {
    begin: (key, rule) =>
      db.transaction().execute(async (tx) => {
        // This statement locks the row for the transaction, whether it inserts the row or finds it.
        const row = await tx
          .insertInto("guesses")
          .values({ key, failures: 0, retry_at: 0, forget_at: 0 })
          .onConflict((conflict) => conflict.column("key").doUpdateSet({ key }))
          .returning(["failures", "retry_at as retryAt", "forget_at as forgetAt", now.as("now")])
          .executeTakeFirstOrThrow();
        const { wait, next } = countAttempt(row, row.now, rule);
        if (!next) return wait;
        const { failures, retryAt, forgetAt } = next;
        await tx
          .updateTable("guesses")
          .set({ failures, retry_at: retryAt, forget_at: forgetAt })
          .where("key", "=", key)
          .execute();
        return 0;
      }),
    async takeBack(key) {
      await db
        .updateTable("guesses")
        .set({ failures: sql`failures - 1`, retry_at: 0 })
        .where("key", "=", key)
        .execute();
    },
    async forget(key) {
      await db
        .deleteFrom("guesses")
        .where(({ eb, or }) => or([eb("key", "=", key), eb("forget_at", "<=", now)]))
        .execute();
    },
  };
}

/** With SQLite, each process counts separately. */
export const guessKeeper = (db: Db): GuessKeeper =>
  dialectOf(db) === "postgres" ? postgresKeeper(db) : processSingleton("guesses", memoryKeeper);
