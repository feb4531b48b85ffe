import "server-only";
import { randomUUID } from "node:crypto";
import { type Db, dialectOf, type Tx } from "@/lib/server/db";
import { sql } from "kysely";
import { AppError } from "@/lib/errors";
import { SnowflakeSequence, WORKER_COUNT } from "./snowflake-sequence";

/** How far ahead of the clock time is reserved (ms). A process that dies loses this span of its worker id. */
const SPAN = 120_000;
const RENEW_EVERY = 30_000;
/** Maximum lead of ids over the clock during a burst (ms). */
const TOLERANCE = 1_000;

/**
 * Creates ids for one process. A worker id is leased from the `workers` table together with a span of time. Only
 * times inside the span are used, so this row alone keeps ids unique across processes, replicas and clocks that
 * step back.
 */
export class Snowflakes {
  private readonly holder = randomUUID();
  private sequence: SnowflakeSequence | undefined;
  private worker = 0;
  private renewal: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Db,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Makes sure that ids can be created for a while. Call it before a transaction starts: a lease taken inside a
   * transaction would be lost by its rollback, and SQLite's single connection cannot take one in parallel.
   */
  async ready(): Promise<void> {
    if (this.sequence && this.sequence.until - this.sequence.position > SPAN / 2) return;
    await (this.renewal ??= this.lease().finally(() => (this.renewal = undefined)));
    this.timer ??= setInterval(() => void this.ready().catch(() => undefined), RENEW_EVERY).unref();
  }

  /**
   * A new id, decimal.
   * @throws AppError `unavailable` if `ready` was not called in time.
   */
  next(): string {
    if (!this.sequence) throw new AppError("unavailable", "No worker id is leased yet. Try again.");
    return this.sequence.next();
  }

  /** Stops renewing, so that the lease expires. */
  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async lease(): Promise<void> {
    if (this.sequence && (await this.extend(this.sequence))) return;
    await this.acquire();
  }

  private async extend(sequence: SnowflakeSequence): Promise<boolean> {
    const until = sequence.position + SPAN;
    const { numUpdatedRows } = await this.db
      .updateTable("workers")
      .set({ expires_at: until })
      .where("id", "=", this.worker)
      .where("holder", "=", this.holder)
      .where("expires_at", "<=", until)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    sequence.until = until;
    return true;
  }

  private async acquire(): Promise<void> {
    await this.db.transaction().execute(async (tx) => {
      // Replicas that start together take turns, so that each sees the ids that the others took.
      if (dialectOf(tx) === "postgres") await sql`lock table workers in exclusive mode`.execute(tx);
      const taken = new Map(
        (await tx.selectFrom("workers").select(["id", "expires_at"]).execute()).map((row) => [
          row.id,
          row.expires_at,
        ]),
      );
      const id = choose(taken, this.now());
      const from = Math.max(this.now(), taken.get(id) ?? 0);
      const lease = { holder: this.holder, expires_at: from + SPAN };
      await tx
        .insertInto("workers")
        .values({ id, ...lease })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(lease))
        .execute();
      this.worker = id;
      this.sequence = new SnowflakeSequence(id, from, lease.expires_at, this.now);
    });
  }
}

/**
 * The latest time (ms) that one of the panel's clocks may have shown: `now`, unless a clock was ahead and was set
 * back. A lease ends at most one span after it was taken or renewed, so a later end reveals such a clock.
 */
export async function latestMoment(db: Db | Tx, now = Date.now()): Promise<number> {
  const { until } = await db
    .selectFrom("workers")
    .select((select) => select.fn.max<number | null>("expires_at").as("until"))
    .executeTakeFirstOrThrow();
  return until !== null && until - SPAN > now + TOLERANCE ? until : now;
}

/**
 * The lowest worker id whose span has passed or that nobody has used. If a clock was set far back, every used span
 * may be in the future. Then an unused id is free, and if none is left, the id whose span ends first continues
 * from its end.
 */
function choose(taken: ReadonlyMap<number, number>, now: number): number {
  let earliest = 0;
  for (let id = 0; id < WORKER_COUNT; id += 1) {
    const until = taken.get(id) ?? 0;
    if (until <= now) return id;
    if (until < (taken.get(earliest) ?? 0)) earliest = id;
  }
  return earliest;
}
