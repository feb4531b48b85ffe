import "server-only";
import type { Logger } from "pino";
import type { Db } from "@/lib/server/db";
import { readHead } from "./chain";
import { compareHeads, type Head, readHeadFile, writeHeadFile } from "./heads";
import type { Keyed } from "./key";

/** At most one head is published per this duration (ms). */
const EVERY = 1_000;
/** How often the head is read for an entry whose transaction has not been committed yet. */
const MOST_TRIES = 30;

interface PublishDeps {
  db: Db;
  log: Logger;
  keyed: Keyed;
  dataDir: string;
}

/** Writes the head to the program's log and to a file in the data folder when it changes, at most once a second. */
export function createPublisher({ db, log, keyed, dataDir }: PublishDeps) {
  let last: Head | undefined;
  let expected = 0;
  let tries = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStarted = false;
  /** Set if the database contradicts the file. The file is evidence then, so it stays as it is. */
  let fault: string | undefined;

  async function publish(): Promise<void> {
    const head = await readHead(db);
    if (!head || fault !== undefined) return;
    if (head.hash === last?.hash) return;
    if (last) {
      const { fault: difference } = await compareHeads(db, [last], { place: "the panel", keyed });
      fault = difference;
      if (fault !== undefined) return log.error({ head: last }, `The audit log is not intact. ${fault}`);
    }
    last = { entry: head.id, hash: head.hash };
    log.info(last, "Audit log head");
    await writeHeadFile(dataDir, last, keyed);
  }

  const attempt = () =>
    publish().catch((err: unknown) => log.warn({ err }, "The head of the audit log was not written"));

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      running = attempt().then(() => {
        tries += 1;
        if (isStarted && (last?.entry ?? 0) < expected && tries < MOST_TRIES) schedule();
      });
    }, EVERY).unref();
  }

  return {
    /** Call this after each entry, even if its transaction is not committed yet. */
    noteAdded(id: number): void {
      expected = Math.max(expected, id);
      tries = 0;
      if (isStarted) schedule();
    },
    async start(): Promise<void> {
      const stored = await readHeadFile(dataDir, keyed);
      last = stored?.head;
      fault = stored?.fault;
      if (fault !== undefined) log.error(`The audit log is not intact. ${fault}`);
      isStarted = true;
      await attempt();
    },
    /** Publishes the head now, so that a verification compares the newest one. */
    flush: attempt,
    async stop(): Promise<void> {
      if (!isStarted) return;
      isStarted = false;
      clearTimeout(timer);
      timer = undefined;
      await running;
      await attempt();
    },
  };
}

export type Publisher = ReturnType<typeof createPublisher>;
