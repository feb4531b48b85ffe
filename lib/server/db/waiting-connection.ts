import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { sqliteTrouble } from "./sqlite";

/**
 * How long statements wait for other processes' locks before they fail as busy (ms). Several panels that start at once
 * on a busy machine take turns for longer than one would think: five of them needed more than 5 s.
 */
const timeoutMs = 15_000;

/**
 * Runs the statements of a SQLite connection and waits for locks asynchronously, because SQLite's own waiting blocks
 * the whole process. All statements share one deadline, so that those queued behind one that gave up do not wait the
 * full time again.
 */
export class WaitingConnection implements DatabaseConnection {
  /** Since when changes have been blocked, and when that was last observed; null while they are not. */
  private busy: { since: number; last: number } | null = null;

  /**
   * @param isChange whether a statement needs the lock; reads work without it and do not show whether it is held
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
    // An observation from long ago was a different lock.
    if (!this.busy || now - this.busy.last > this.timeout) this.busy = { since: now, last: now };
    this.busy.last = now;
    return now - this.busy.since < this.timeout;
  }
}
