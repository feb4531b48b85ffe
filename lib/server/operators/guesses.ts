import "server-only";
import { sql } from "kysely";
import { HOUR, MINUTE } from "@/lib/clock";
import { type Db, dialectOf } from "@/lib/server/db";
import { createHash } from "node:crypto";
import { noteSecurityEvent } from "@/lib/request-context";

/** Times are in ms, by the clock of the `GuessCounter`. */
export interface Guesses {
  /** The number of attempts since the last correct one. Includes attempts whose result is not known yet. */
  failures: number;
  retryAt: number;
  forgetAt: number;
}

interface GuessRule {
  /**
   * The number of attempts before the first wait. The first wait is 1 s long, and each further attempt
   * doubles the wait.
   */
  free: number;
  /** The longest wait (ms). */
  longestWait: number;
  /** How long after the last attempt the count is cleared (ms). */
  memory: number;
}

const SECOND = 1000;

/** Limits guesses at one account from all addresses. Nobody is locked out for longer than 15 minutes. */
export const ACCOUNT_RULE: GuessRule = { free: 10, longestWait: 15 * MINUTE, memory: 24 * HOUR };

/**
 * Limits guesses from one address across all accounts. The limit is generous, because many people may share
 * an address.
 */
export const ADDRESS_RULE: GuessRule = { free: 50, longestWait: MINUTE, memory: HOUR };

const wait = (failures: number, { free, longestWait }: GuessRule) =>
  failures < free ? 0 : Math.min(longestWait, SECOND * 2 ** (failures - free));

/**
 * @param known the earlier attempts, if there were any
 * @returns `wait` is 0 if the attempt was counted, or else the time until the next attempt is allowed (ms);
 * `next` is the record to store
 */
export function countAttempt(
  known: Guesses | undefined,
  now: number,
  rule: GuessRule,
): { wait: number; next?: Guesses } {
  const before = known && known.forgetAt > now ? known : undefined;
  if (before && before.retryAt > now) return { wait: before.retryAt - now };
  const failures = (before?.failures ?? 0) + 1;
  const next = { failures, retryAt: now + wait(failures, rule), forgetAt: now + rule.memory };
  return { wait: 0, next };
}

/*
 * Counts guesses with a clock that cannot be set: the time since process start, or the clock of PostgreSQL,
 * which all replicas share. rate-limiter-flexible is not used, because it uses the wall clock. Setting that
 * clock back would extend every wait.
 */
export interface GuessCounter {
  begin(key: string, rule: GuessRule): Promise<number>;
  takeBack(key: string): Promise<void>;
  forget(key: string): Promise<void>;
}

/**
 * Maximum number of guess counters in memory. The oldest counters are dropped first. A guess takes about ten
 * milliseconds, so an attacker needs more than 15 minutes to make the panel drop a counter. No wait is longer
 * than 15 minutes, so the counter's wait has then ended.
 */
const MOST_KEYS = 100_000;

/** Creates a counter in memory. @param now returns the time of a monotonic clock (ms) */
export function memoryCounter(now = () => performance.now()): GuessCounter {
  const recent = new Map<string, Guesses>();
  function makeRoom(): void {
    for (const [key, { forgetAt }] of recent) if (forgetAt <= now()) recent.delete(key);
    for (const key of recent.keys()) {
      if (recent.size < MOST_KEYS) return;
      recent.delete(key);
    }
  }
  return {
    async begin(key, rule) {
      const { wait, next } = countAttempt(recent.get(key), now(), rule);
      if (!next) return wait;
      if (recent.size >= MOST_KEYS && !recent.has(key)) makeRoom();
      recent.set(key, next);
      return 0;
    },
    async takeBack(key) {
      const known = recent.get(key);
      if (known) recent.set(key, { ...known, failures: known.failures - 1, retryAt: 0 });
    },
    async forget(key) {
      recent.delete(key);
    },
  };
}

export function postgresCounter(db: Db): GuessCounter {
  const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  return {
    begin: (key, rule) =>
      db.transaction().execute(async (tx) => {
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

/** Returns the counter for this database. With SQLite, each process counts separately. */
export const guessCounter = (db: Db): GuessCounter =>
  dialectOf(db) === "postgres" ? postgresCounter(db) : memoryCounter();

export interface Guessed {
  /** Attempts are counted under the hash of the name. */
  name: string;
  rule: GuessRule;
  /**
   * Whether a correct attempt clears the count. True for an account, because its owner has signed in. False for an
   * address, because other people at the same address may still be guessing.
   */
  forgetWhenRight: boolean;
}

const keyOf = ({ name }: Guessed) => createHash("sha256").update(name).digest("base64url");

/**
 * Calls `attempt`, unless there were too many wrong attempts.
 * @param attempt resolves to undefined for a wrong guess
 * @param isWhole whether the result clears the counts; if not, only this attempt is removed from the counts
 * @returns the result, or, in `retryAfter`, the number of seconds until the next attempt is allowed
 */
export async function guardedAttempt<T>(
  counter: GuessCounter,
  guessed: readonly Guessed[],
  attempt: () => Promise<T | undefined>,
  isWhole: (result: T) => boolean = () => true,
): Promise<{ result: T | undefined } | { retryAfter: number }> {
  const counted: Guessed[] = [];
  const takeBack = () => Promise.all(counted.map((one) => counter.takeBack(keyOf(one))));
  for (const one of guessed) {
    const wait = await counter.begin(keyOf(one), one.rule);
    if (wait > 0) {
      await takeBack();
      noteSecurityEvent("guesses.exhausted");
      return { retryAfter: Math.ceil(wait / 1000) };
    }
    counted.push(one);
  }
  let result: T | undefined;
  try {
    result = await attempt();
  } catch (error) {
    // An attempt that fails with an error is not a wrong guess. If the database is unavailable, removing the attempt
    // from the count may fail too.
    await takeBack().catch(() => undefined);
    throw error;
  }
  if (result !== undefined) {
    const right = result;
    await Promise.all(
      counted.map((one) =>
        one.forgetWhenRight && isWhole(right) ? counter.forget(keyOf(one)) : counter.takeBack(keyOf(one)),
      ),
    );
  }
  return { result };
}
