import "server-only";
import type { Registry } from "prom-client";
import type { Logger } from "pino";
import { DAY, HOUR } from "@/lib/clock";
import type { Db, Tx } from "@/lib/server/db";
import { append, type Link } from "./chain";
import { createDelivery, type Delivery } from "./delivery";
import { claimKey, type Keyed } from "./key";
import { registerAuditMetrics, type Verified } from "./metrics";
import { createPublisher, type Publisher } from "./publish";
import { createRecorder } from "./record";
import { removeOldEntries, type Retention } from "./retention";
import type { Sink } from "./sinks/sink";
import { summaryOf, verifyAudit } from "./verify";

export interface AuditDeps {
  db: Db;
  clock: { now: () => number };
  log: Logger;
  keyed: Keyed;
  dataDir: string;
  sink: Sink | null;
  retention: Retention;
}

export function createAudit(deps: AuditDeps) {
  const { clock, log, keyed, dataDir, sink, retention } = deps;
  let publisher: Publisher | undefined;
  let delivery: Delivery | undefined;
  const { writeCounts, ...recorder } = createRecorder({ append: add, clock, log });
  const stopping = new AbortController();
  let last: Verified | null = null;
  /** When this process last verified all entries (ms). */
  let wholeAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function add(target: Db | Tx, link: Link, isOutcome = false): Promise<number> {
    // The outcome of an action that was recorded before it began must not be lost because the queue is full.
    if (!isOutcome) delivery?.assertRoom();
    const { id } = await append(target, link, keyed);
    delivery?.noteAdded(id);
    publisher?.noteAdded(id);
    return id;
  }

  const elsewhere = sink?.heads ? [{ place: sink.place, heads: sink.heads }] : [];

  /** Verifies the entries since the last verification, and all entries once a day. */
  async function verifyFurther(): Promise<Verified> {
    await publisher?.flush();
    const now = clock.now();
    const isWhole = !last || last.fault !== undefined || now - wholeAt >= DAY || now < wholeAt;
    const result = await verifyAudit(
      { db: deps.db, keyed, dataDir, elsewhere },
      { verified: isWhole || !last ? undefined : last, signal: stopping.signal },
    );
    if (isWhole) wholeAt = now;
    last = { ...result, at: clock.now() };
    return last;
  }

  async function verifyAndCut(): Promise<void> {
    try {
      const result = await verifyFurther();
      const head = { entry: result.id, hash: result.hash };
      if (result.fault !== undefined) return log.error(head, `The audit log is not intact. ${result.fault}`);
      log.info(head, summaryOf(result));
      const { signal } = stopping;
      await removeOldEntries(
        { db: deps.db, keyed, audited: recorder.audited, now: clock.now(), hasSink: sink !== null, signal },
        retention,
      );
    } catch (err) {
      if (stopping.signal.aborted) return;
      // The next verification reads all entries, because a wrong entry may be older than those of the last one.
      wholeAt = 0;
      log.warn(
        { err },
        "The audit log could not be verified, or its old entries could not be removed; the next attempt is in an hour",
      );
    }
  }

  return {
    ...recorder,
    verifyFurther,
    lastVerified: () => last,
    /**
     * Publishes heads and delivers entries from now on. A command calls this before its first entry.
     * @throws AppError `conflict` if the log in the database has another key
     */
    async begin(): Promise<void> {
      const { db } = deps;
      await claimKey(db, keyed);
      publisher = createPublisher({ db, log, keyed, dataDir });
      delivery = sink ? createDelivery({ db, sink, log }) : undefined;
      await publisher.start();
      await delivery?.start();
    },
    start(registry: Registry): void {
      registerAuditMetrics(registry, {
        verified: () => last,
        waiting: () => delivery?.waiting() ?? null,
      });
      const verifyNext = () => void (running = running.then(verifyAndCut));
      verifyNext();
      timer = setInterval(verifyNext, HOUR).unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      stopping.abort();
      await running;
      await writeCounts();
      await delivery?.stop();
      await publisher?.stop();
    },
  };
}

export type Audit = ReturnType<typeof createAudit>;
