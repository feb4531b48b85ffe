import "server-only";
import { watch as watchFolder } from "node:fs";
import { basename, dirname } from "node:path";
import type { ConfigEvent } from "@/lib/shared/contract/history";
import { changedPaths } from "./changes";
import { type FileSnapshot, type OpenFile, readAndRecord } from "./open-file";
import type { Version } from "./version";
import { undoneValues } from "./undone";

type Listener = (event: ConfigEvent) => void;

/**
 * Interval between two polls (ms). A poll compares the content, because a file can change while its size and time
 * stay the same.
 */
const pollMs = 500;

function watchQuietly(path: string, changed: () => void) {
  try {
    const watcher = watchFolder(dirname(path), { persistent: false }, (_, name) => {
      if (name === null || name === basename(path)) changed();
    });
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}

export class Watcher {
  private readonly listeners = new Set<Listener>();
  private running: Promise<void> | null = null;
  private queued: Promise<void> | null = null;
  private announced: string | null = null;
  private doubtful: string | null = null;
  private last: Version | null = null;

  constructor(private readonly config: OpenFile) {}

  start(every = pollMs): () => void {
    const timer = setInterval(() => void this.check(), every);
    timer.unref();
    const folder = watchQuietly(this.config.path, () => void this.check());
    void this.check();
    return () => {
      clearInterval(timer);
      folder?.close();
    };
  }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Only one check runs at a time. All calls during a check share one further check. Never rejects. */
  check(): Promise<void> {
    if (this.queued) return this.queued;
    if (!this.running) return this.lookNow();
    return (this.queued = this.running.then(() => {
      this.queued = null;
      return this.lookNow();
    }));
  }

  async idle(): Promise<void> {
    await (this.queued ?? this.running);
  }

  private lookNow(): Promise<void> {
    this.running = this.look()
      .catch((error: unknown) =>
        this.config.log.error({ err: error }, "watching the configuration file failed"),
      )
      .finally(() => (this.running = null));
    return this.running;
  }

  private async look(): Promise<void> {
    const current = await readAndRecord(this.config);
    const key = `${current.state} ${current.etag}`;
    if (key === this.announced) return void (this.doubtful = null);
    // An unusable file may be in the middle of a rewrite, and a pending version may belong to a save in progress. The
    // watcher reports either state only if the next check finds the same state.
    if (key !== this.doubtful && (!current.version || (await this.isPending(current.etag))))
      return void (this.doubtful = key);
    const first = this.announced === null;
    [this.announced, this.doubtful] = [key, null];
    const event = await this.describe(current);
    if (!first) for (const listener of this.listeners) this.notify(listener, event);
  }

  private isPending(etag: string): Promise<boolean> {
    return this.config.records.pending().then(
      (pending) => pending.some((revision) => revision.etag === etag),
      () => false,
    );
  }

  private async describe({ etag, state, version }: FileSnapshot): Promise<ConfigEvent> {
    const before = this.last;
    if (version) this.last = version;
    const changed = version && before ? changedPaths(before, this.last) : [];
    const event = { etag, state, author: null, authorKind: null, changed, undone: [] };
    try {
      const row = version ? await this.config.records.byEtag(etag) : undefined;
      // A list that the instance extended is not worth a notification.
      const values = (await undoneValues(this.config)).filter(({ filledUp }) => !filledUp);
      const undone = values.map(({ path }) => path);
      return { ...event, author: row?.author ?? null, authorKind: row?.authorKind ?? null, undone };
    } catch {
      // Without the database, the author and undone values are unknown, but listeners are notified of the change.
      return event;
    }
  }
  /** If a call fails, for example because the listener's page is gone, the other listeners are still called. */
  private notify(listener: Listener, event: ConfigEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.config.log.warn({ err: error }, "a listener for configuration file changes failed");
    }
  }
}
