import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { sqliteTrouble } from "./sqlite";

/**
 * How long statements wait for other processes' locks before they fail as busy (ms). Several panels that start
 * together on a busy machine need a long time to take turns: five of them needed more than 5 s.
 */
const timeoutMs = 15_000;

/**
 * Runs the statements of a SQLite connection and waits for locks asynchronously, because SQLite's own waiting
 * blocks the whole process. All statements share one deadline, so that statements queued behind one that timed out
 * do not wait the full time again.
 */
export class WaitingConnection implements DatabaseConnection {
  /** Since when changes have been blocked, and when that was last observed; null if they are not blocked. */
  private busy: { since: number; last: number } | null = null;

  /**
   * @param isChange whether a statement needs the lock; reads work without it and do not reveal whether it is held
   * @param timeout how long to wait (ms)
   */
  constructor(
    private readonly inner: DatabaseConnection,
    private readonly isChange: (text: string) => boolean,
    private readonly timeout = timeoutMs,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (;;) {
      try {
        const result = await this.inner.executeQuery<R>(query);
        if (this.busy && this.isChange(query.sql)) this.busy = null;
        return result;
      } catch (error) {
        if (sqliteTrouble(error) !== "busy" || !this.mayWait(performance.now())) throw error;
        // The pause is random, so that processes waiting for each other do not keep colliding.
        await wait(1 + Math.random() * 8);
      }
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }

  private mayWait(now: number): boolean {
    // An observation from long ago was of a different lock.
    if (!this.busy || now - this.busy.last > this.timeout) this.busy = { since: now, last: now };
    this.busy.last = now;
    return now - this.busy.since < this.timeout;
  }
}
