import "server-only";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { AppError } from "@/lib/errors";
import { type Db, dropLease, takeLease } from "@/lib/server/db";
import { parsedJson } from "@/lib/shared/json/value";
import { type Place, readHead } from "./chain";
import type { Sink, SinkEntry } from "./sinks/sink";

/** Maximum number of entries that wait for the sink. Actions that add further entries are refused. */
export const MOST_WAITING = 1_000;
const BATCH = 200;
/** How often the state of the queue is read, and a failed delivery is repeated (ms). */
const EVERY = 1_000;
const LEASE = "audit-sink";
const LEASE_MS = 30_000;

interface DeliveryDeps {
  db: Db;
  sink: Sink;
  log: Logger;
}

/**
 * Delivers entries to the sink, in order and at least once. The queue is the audit log itself: the row `sink` of
 * `audit_head` is the last entry that the sink has taken, so entries are queued in the transaction that adds them.
 */
export function createDelivery({ db, sink, log }: DeliveryDeps) {
  const holder = randomUUID();
  /** The newest entry, as last read or added by this process, and the last one that the sink has taken. */
  let newest = 0;
  let delivered = 0;
  const waiting = () => Math.max(0, newest - delivered);
  let problem: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = true;

  async function cursor(): Promise<Place> {
    const sinkHead = db.selectFrom("audit_head").select(["id", "hash"]).where("name", "=", "sink");
    const known = await sinkHead.executeTakeFirst();
    if (known) return known;
    // A new sink begins with the next entry, whose line contains the hash of the newest entry before it.
    const head = await readHead(db);
    if (!head) throw new Error("audit_head has no row");
    await db
      .insertInto("audit_head")
      .values({ name: "sink", ...head })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    return sinkHead.executeTakeFirstOrThrow();
  }

  /** The last entries of removals directly before the given entries. */
  const removedBefore = (rows: readonly Place[]): Promise<Place[]> =>
    db
      .selectFrom("audit_removed")
      .select(["last_id as id", "hash"])
      .where(
        "last_id",
        "in",
        rows.map(({ id }) => id - 1),
      )
      .execute();

  async function deliver(): Promise<void> {
    let lastTaken = await cursor();
    for (;;) {
      const head = await readHead(db);
      newest = Math.max(newest, head?.id ?? 0);
      delivered = Math.max(delivered, lastTaken.id);
      if ((head?.id ?? 0) <= lastTaken.id || isStopped) return;
      if (!(await takeLease(db, LEASE, { holder, span: LEASE_MS }))) return;
      const rows = await db
        .selectFrom("audit")
        .selectAll()
        .where("id", ">", lastTaken.id)
        .orderBy("id")
        .limit(BATCH)
        .execute();
      const last = rows.at(-1);
      if (!last) return;
      // While there was no sink, entries after its last one may have been removed.
      delivered = Math.max(delivered, rows[0]!.id - 1);
      const hashes = new Map(
        [lastTaken, ...(await removedBefore(rows)), ...rows].map((place) => [place.id, place.hash]),
      );
      const entries = rows.map(({ id, at, detail, ...row }, index): SinkEntry => ({
        entry: id,
        previous: hashes.get(id - 1) ?? rows[index - 1]?.hash ?? lastTaken.hash,
        at: new Date(at).toISOString(),
        ...row,
        detail: detail === null ? null : parsedJson(detail),
      }));
      await sink.take(entries);
      lastTaken = { id: last.id, hash: last.hash };
      await db.updateTable("audit_head").set(lastTaken).where("name", "=", "sink").execute();
    }
  }

  async function attempt(): Promise<void> {
    try {
      await deliver();
      if (problem !== undefined) log.info({ place: sink.place }, "AUDIT_SINK takes audit entries again");
      problem = undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (problem === undefined)
        log.error(
          { place: sink.place, reason, waiting: waiting() },
          "AUDIT_SINK does not take audit entries",
        );
      problem = reason;
    }
  }

  function schedule(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = attempt().finally(() => schedule(EVERY));
    }, delay).unref();
  }

  return {
    waiting,
    assertRoom(): void {
      if (waiting() < MOST_WAITING) return;
      throw new AppError(
        "unavailable",
        `Nothing was changed, because ${waiting()} audit entries wait for ${sink.place} (AUDIT_SINK)${problem === undefined ? "" : `, which does not take them: ${problem}`}. Fix the sink; the panel then recovers without a restart.`,
      );
    },
    noteAdded(id: number): void {
      newest = Math.max(newest, id);
    },
    /** Reads the queue and makes the first attempt, so that a full queue is known before the first action. */
    async start(): Promise<void> {
      isStopped = false;
      running = attempt().finally(() => schedule(EVERY));
      await running;
    },
    /** Makes a last attempt, so that a clean stop leaves no entry waiting if the sink answers. */
    async stop(): Promise<void> {
      if (isStopped) return;
      await running;
      clearTimeout(timer);
      await attempt();
      isStopped = true;
      await dropLease(db, LEASE, holder).catch(() => undefined);
    },
  };
}

export type Delivery = ReturnType<typeof createDelivery>;
