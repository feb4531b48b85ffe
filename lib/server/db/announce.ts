import "server-only";
import pg from "pg";
import { env } from "@/lib/env";
import { sharedPool } from "./postgres";

/** Pause before reconnecting a broken connection (ms). */
const RECONNECT_AFTER = 500;

/**
 * Calls `listener` at every announcement on a channel of the PostgreSQL database at `url`, and after every reconnect,
 * since an announcement may have been missed meanwhile. Runs until the returned function is called.
 */
export function listenAt(url: string, channel: string, listener: () => void): () => void {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const own = (client = new pg.Client({ connectionString: url, keepAlive: true }));
    own.on("notification", listener);
    // Every error is followed by an end event, which is handled below.
    own.on("error", () => undefined);
    own.once("end", again);
    try {
      await own.connect();
      await own.query(`listen ${pg.escapeIdentifier(channel)}`);
      listener();
    } catch {
      own.off("end", again);
      await own.end().catch(() => undefined);
      again();
    }
  }

  function again(): void {
    if (!stopped) timer = setTimeout(() => void connect(), RECONNECT_AFTER).unref();
  }

  void connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    void client?.end().catch(() => undefined);
  };
}

/**
 * Notifies the other replicas on this PostgreSQL that something changed. With SQLite there are no replicas. Never
 * throws: a replica that misses it finds the change a little later by polling.
 */
export async function announce(channel: string): Promise<void> {
  await sharedPool()
    ?.query("select pg_notify($1, '')", [channel])
    .catch(() => undefined);
}

/** Calls `listener` when another replica announces a change. */
export function onAnnouncement(channel: string, listener: () => void): void {
  const { databaseUrl } = env();
  if (databaseUrl !== undefined) listenAt(databaseUrl, channel, listener);
}
