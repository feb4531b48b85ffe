import "server-only";
import pg from "pg";
import { connectionOf, type Pool } from "./postgres";

/** Delay before reconnecting after the connection is lost (ms). */
const RECONNECT_AFTER = 500;

export class Announcements {
  private readonly listeners = new Map<string, () => void>();
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly url: string) {}

  /**
   * Calls `listener` when listening begins, for every announcement on the channel, and after every reconnect,
   * in case an announcement was missed.
   */
  listen(channel: string, listener: () => void): void {
    const isFirst = this.listeners.size === 0;
    this.listeners.set(channel, listener);
    if (isFirst) void this.connect();
    // If this query fails, the connection is broken, and the next connection listens on all channels.
    else if (this.client) this.listenOn(this.client, channel).catch(() => undefined);
  }

  stop(): void {
    this.listeners.clear();
    clearTimeout(this.timer);
    void this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({ ...connectionOf(this.url), keepAlive: true });
    client.on("notification", ({ channel }) => this.listeners.get(channel)?.());
    // Every error is followed by an `end` event, whose handler reconnects.
    client.on("error", () => undefined);
    const again = () => this.connectAgain();
    client.once("end", again);
    try {
      await client.connect();
      // Stopped meanwhile. An open connection would keep the process alive.
      if (this.listeners.size === 0) return void (await client.end());
      this.client = client;
      for (const channel of [...this.listeners.keys()]) await this.listenOn(client, channel);
    } catch {
      client.off("end", again);
      await client.end().catch(() => undefined);
      again();
    }
  }

  private connectAgain(): void {
    this.client = undefined;
    if (this.listeners.size > 0) this.timer = setTimeout(() => void this.connect(), RECONNECT_AFTER).unref();
  }

  private async listenOn(client: pg.Client, channel: string): Promise<void> {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    this.listeners.get(channel)?.();
  }
}

export type Announcer = Pick<ReturnType<typeof createAnnouncements>, "announce" | "onAnnouncement">;

/** Announcements between replicas. @param pool null with SQLite */
export function createAnnouncements(url: string | undefined, pool: Pool | null) {
  const received = url === undefined ? null : new Announcements(url);
  return {
    async announce(channel: string): Promise<void> {
      await pool?.query("select pg_notify($1, '')", [channel]).catch(() => undefined);
    },
    onAnnouncement: (channel: string, listener: () => void): void => received?.listen(channel, listener),
    /** Listeners read from the database, so stop listening before the database is closed. */
    stop: (): void => received?.stop(),
  };
}
