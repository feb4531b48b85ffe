import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { sqliteTrouble } from "./sqlite";

/**
 * How long statements wait for other processes' locks before they fail as busy (ms). Five panels that started
 * together on a busy machine took more than 5 s to take turns.
 */
const timeoutMs = 15_000;

/**
 * Runs the statements of a SQLite connection and waits for locks asynchronously, because SQLite's own wait blocks the
 * whole process. All statements share one deadline: if one times out, the statements queued behind it do not wait the
 * full time again.
 */
export class WaitingConnection implements DatabaseConnection {
  /** When changes were first and last found to be blocked; null if they are not blocked. */
  private busy: { since: number; last: number } | null = null;

  /**
   * @param isChange whether a statement needs the write lock; only the success of such a statement ends the wait,
   *   because other statements succeed while another process holds the lock
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
    // If the last blocked attempt is older than the timeout, the wait starts over.
    if (!this.busy || now - this.busy.last > this.timeout) this.busy = { since: now, last: now };
    this.busy.last = now;
    return now - this.busy.since < this.timeout;
  }
}
