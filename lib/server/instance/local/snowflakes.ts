import "server-only";
import { randomUUID } from "node:crypto";
import { type Db, dialectOf, type Tx } from "@/lib/server/db";
import { sql } from "kysely";
import { AppError } from "@/lib/errors";
import { SNOWFLAKE_EPOCH } from "@/lib/shared/chat/snowflake";

/**
 * The length (ms) of the time span that a lease reserves. If a process dies, its worker id stays unusable for
 * up to this long.
 */
const SPAN = 120_000;
const RENEW_EVERY = 30_000;
/** How far (ms) ids may be ahead of the clock during a burst. */
const TOLERANCE = 1_000;

/**
 * Creates ids for one process. The process leases a worker id for a span of time, and creates ids only for
 * times in this span. The `workers` table stores the spans, so ids stay unique across processes and
 * replicas, even if a clock is set back.
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
   * Ensures that ids can be created for a while. Call this before a transaction starts. A rollback would undo
   * a lease taken inside the transaction. A lease taken outside the open transaction would wait forever for
   * SQLite's only connection.
   */
  async ready(): Promise<void> {
    if (this.sequence && this.sequence.until - this.sequence.position > SPAN / 2) return;
    this.timer ??= setInterval(() => void this.ready().catch(() => undefined), RENEW_EVERY).unref();
    await (this.renewal ??= this.lease().finally(() => (this.renewal = undefined)));
  }

  /**
   * @throws AppError `unavailable` if no lease covers the time, because `ready` was not called soon enough
   */
  next(): string {
    if (!this.sequence) throw new AppError("unavailable", "No worker id is leased yet. Try again.");
    return this.sequence.next();
  }

  /** Stops renewing the lease and lets it expire. Waits for a renewal in progress. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.renewal?.catch(() => undefined);
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
    const { id, from } = await this.db.transaction().execute(async (tx) => {
      // Processes that start together take turns, so that each one sees which worker ids are taken.
      if (dialectOf(tx) === "postgres") await sql`lock table workers in exclusive mode`.execute(tx);
      const spanEnds = new Map(
        (await tx.selectFrom("workers").select(["id", "expires_at"]).execute()).map((row) => [
          row.id,
          row.expires_at,
        ]),
      );
      const id = choose(spanEnds, this.now());
      const from = Math.max(this.now(), spanEnds.get(id) ?? 0);
      const lease = { holder: this.holder, expires_at: from + SPAN };
      await tx
        .insertInto("workers")
        .values({ id, ...lease })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(lease))
        .execute();
      return { id, from };
    });
    // The lease counts only after the commit.
    this.worker = id;
    this.sequence = new SnowflakeSequence(id, from, from + SPAN, this.now);
  }
}

/**
 * Returns the latest time (ms) that a clock of the panel may have shown: normally `now`. A lease that ends
 * much more than `SPAN` after `now` shows that a clock was fast. In this case, returns the end of that lease.
 */
export async function latestMoment(db: Db | Tx, now = Date.now()): Promise<number> {
  const { until } = await db
    .selectFrom("workers")
    .select((select) => select.fn.max<number | null>("expires_at").as("until"))
    .executeTakeFirstOrThrow();
  return until !== null && until - SPAN > now + TOLERANCE ? until : now;
}

/**
 * Returns the lowest worker id that was never used or whose span has passed. If every span ends in the
 * future, as after a clock was set far back, returns the worker id whose span ends first: its next span can
 * start at that time.
 */
function choose(spanEnds: ReadonlyMap<number, number>, now: number): number {
  let earliest = 0;
  for (let id = 0; id < WORKER_COUNT; id += 1) {
    const until = spanEnds.get(id) ?? 0;
    if (until <= now) return id;
    if (until < (spanEnds.get(earliest) ?? 0)) earliest = id;
  }
  return earliest;
}

const WORKER_COUNT = 1024;
const SEQUENCE_SIZE = 4096;

/**
 * Creates ids from 42 bits of time, 10 of worker and 12 of sequence. The times never decrease, even if the
 * clock goes back. All times are in the reserved span [`from`, `until`). Processes with the same worker id
 * have different spans, so their ids never collide.
 */
export class SnowflakeSequence {
  private last: number;
  private sequence = SEQUENCE_SIZE - 1;

  constructor(
    private readonly worker: number,
    from: number,
    public until: number,
    private readonly now: () => number = Date.now,
  ) {
    this.last = from - 1;
  }

  get position(): number {
    return Math.max(this.now(), this.last);
  }

  /** @throws AppError `unavailable` if the reserved span is used up. */
  next(): string {
    let moment = this.position;
    let sequence = moment === this.last ? this.sequence + 1 : 0;
    if (sequence === SEQUENCE_SIZE) {
      // Borrow the next millisecond instead of waiting.
      moment += 1;
      sequence = 0;
    }
    if (moment >= this.until)
      throw new AppError("unavailable", "The panel is reserving more ids. Try again in a moment.");
    this.last = moment;
    this.sequence = sequence;
    return (
      (BigInt(moment - SNOWFLAKE_EPOCH) << 22n) |
      (BigInt(this.worker) << 12n) |
      BigInt(sequence)
    ).toString();
  }
}
