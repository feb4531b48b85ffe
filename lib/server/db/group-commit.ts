import "server-only";
import { setImmediate } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { dialectOf } from "./queries";
import type { Db, Tx } from "./tables";

interface Waiting {
  /** After the commit, the returned function must be called to resolve the caller's promise. */
  run: (tx: Tx) => Promise<() => void>;
  fail: (error: unknown) => void;
}

/** Maximum number of tasks that share a commit. With more tasks, the first ones would wait too long. */
const LARGEST_GROUP = 64;

const SAVEPOINT = CompiledQuery.raw("savepoint work");
const RELEASE = CompiledQuery.raw("release work");
const ROLLBACK = CompiledQuery.raw("rollback to work");

const queues = new WeakMap<Db, Group>();

/**
 * Commits tasks together if they arrive in the same turn of the event loop, because each commit blocks the
 * whole process.
 */
class Group {
  private waiting: Waiting[] = [];
  private running = false;

  constructor(private readonly db: Db) {}

  add(item: Waiting): void {
    this.waiting.push(item);
    if (!this.running) void this.drain();
  }

  private async drain(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      await setImmediate();
      await this.commit(this.waiting.splice(0, LARGEST_GROUP));
    }
    this.running = false;
  }

  private async commit(group: Waiting[]): Promise<void> {
    try {
      const done = await this.db.transaction().execute(async (tx) => {
        const [only, ...others] = group;
        if (only && others.length === 0) return [await only.run(tx)];
        const outcomes: (() => void)[] = [];
        for (const item of group) outcomes.push(await attempt(tx, item));
        return outcomes;
      });
      for (const settle of done) settle();
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  }
}

async function attempt(tx: Tx, { run, fail }: Waiting): Promise<() => void> {
  await tx.executeQuery(SAVEPOINT);
  try {
    const settle = await run(tx);
    await tx.executeQuery(RELEASE);
    return settle;
  } catch (error) {
    await tx.executeQuery(ROLLBACK);
    await tx.executeQuery(RELEASE);
    return () => fail(error);
  }
}

/**
 * With SQLite, tasks that arrive together share a transaction, so the disk is synced only once. Each task
 * still succeeds or fails separately.
 */
export function groupCommit<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (dialectOf(db) === "postgres") return db.transaction().execute(work);
  const group = queues.get(db) ?? new Group(db);
  queues.set(db, group);
  return new Promise<T>((resolve, reject) => {
    group.add({
      async run(tx) {
        const result = await work(tx);
        return () => resolve(result);
      },
      fail: reject,
    });
  });
}
