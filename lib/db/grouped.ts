import "server-only";
import { sql } from "kysely";
import { processSingleton } from "../singleton";
import { dialectOf } from "./dialect";
import type { Db, Tx } from "./index";

interface Waiting {
  /** Runs the work in the transaction; says how to tell its caller once the transaction is on disk. */
  run: (tx: Tx) => Promise<() => void>;
  fail: (error: unknown) => void;
}

/** Works that share a commit. More would keep the first of them waiting for long. */
const LARGEST_GROUP = 64;

const queues = () => processSingleton("grouped-writes", () => new WeakMap<Db, Group>());

/** Works that came while a transaction was on its way to the disk go there together in the next one. */
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
    while (this.waiting.length > 0) await this.commit(this.waiting.splice(0, LARGEST_GROUP));
    this.running = false;
  }

  private async commit(group: Waiting[]): Promise<void> {
    try {
      const done = await this.db.transaction().execute(async (tx) => {
        const outcomes: (() => void)[] = [];
        for (const item of group) outcomes.push(await attempt(tx, item));
        return outcomes;
      });
      for (const tell of done) tell();
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  }
}

/** One work within the group: undone alone when it fails. */
async function attempt(tx: Tx, { run, fail }: Waiting): Promise<() => void> {
  await sql`savepoint work`.execute(tx);
  try {
    const tell = await run(tx);
    await sql`release work`.execute(tx);
    return tell;
  } catch (error) {
    await sql`rollback to work`.execute(tx);
    await sql`release work`.execute(tx);
    return () => fail(error);
  }
}

/**
 * Runs `work` as a whole or not at all, and resolves once it is on disk. With SQLite, works that arrive together share
 * one transaction, and so one wait for the disk; each still succeeds or fails alone.
 */
export function grouped<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (dialectOf(db) === "postgres") return db.transaction().execute(work);
  const group = queues().get(db) ?? new Group(db);
  queues().set(db, group);
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
