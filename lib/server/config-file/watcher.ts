import "server-only";
import { watch as watchFolder } from "node:fs";
import { basename, dirname } from "node:path";
import type { ConfigEvent } from "@/lib/shared/contract/history";
import { log } from "@/lib/log";
import { changedPaths } from "./versions/changes";
import type { OpenFile } from "./open-file";
import { type FileSnapshot, readAndRecord } from "./file-snapshot";
import { type Reading, readingOf } from "./reading";
import { revisionByEtag } from "./versions/revision-store";
import { undoneValues } from "./versions/undone";

/** Called with each new version of the file. */
type Listener = (event: ConfigEvent) => void;

/**
 * Poll interval in ms. Polling compares the content, because a file's size and time can stay the same while it
 * changes.
 */
const pollMs = 500;

/** Speeds up detection where the platform supports it; polling alone is enough. */
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

/** Watches the file's content and notifies listeners. Reading also records every version it finds. */
export class Watcher {
  private readonly listeners = new Set<Listener>();
  private running: Promise<void> | null = null;
  private queued: Promise<void> | null = null;
  private announced: string | null = null;
  private doubtful: string | null = null;
  private last: Reading | null = null;

  constructor(private readonly config: OpenFile) {}

  /** Watches until the returned function is called. @param every ms between two polls */
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

  /** Calls `listener` for every new state of the file until the returned function is called. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Checks now instead of at the next poll. Runs one check at a time. Calls during a check lead to one more check
   * afterwards. Never rejects.
   */
  check(): Promise<void> {
    if (this.queued) return this.queued;
    if (!this.running) return this.lookNow();
    return (this.queued = this.running.then(() => {
      this.queued = null;
      return this.lookNow();
    }));
  }

  private lookNow(): Promise<void> {
    this.running = this.look()
      .catch((error: unknown) => log().error({ err: error }, "watching the configuration file failed"))
      .finally(() => (this.running = null));
    return this.running;
  }

  private async look(): Promise<void> {
    const current = await readAndRecord(this.config);
    const key = `${current.state} ${current.etag}`;
    if (key === this.announced) return void (this.doubtful = null);
    // A file that is briefly empty or truncated is being rewritten. It is reported only if it stays that way.
    if (!current.version && key !== this.doubtful) return void (this.doubtful = key);
    const first = this.announced === null;
    [this.announced, this.doubtful] = [key, null];
    const event = await this.describe(current);
    if (!first) for (const listener of this.listeners) notify(listener, event);
  }

  private async describe({ etag, state, version }: FileSnapshot): Promise<ConfigEvent> {
    const before = this.last;
    if (version) this.last = readingOf(version, this.config.naming);
    const changed = version && before ? changedPaths(before, this.last) : [];
    try {
      const row = version ? await revisionByEtag(this.config, etag) : undefined;
      // A list that the instance extended does not justify a notification.
      const found = (await undoneValues(this.config)).filter(({ filledUp }) => !filledUp);
      const undone = found.map(({ path }) => path);
      return {
        etag,
        state,
        author: row?.author ?? null,
        authorKind: row?.authorKind ?? null,
        changed,
        undone,
      };
    } catch {
      // Without the database there is no history to compare with, but listeners must still be notified that the
      // file changed.
      return { etag, state, author: null, authorKind: null, changed, undone: [] };
    }
  }
}

/** If one listener fails (its page may be gone), the others are still called. */
function notify(listener: Listener, event: ConfigEvent): void {
  try {
    listener(event);
  } catch (error) {
    log().warn({ err: error }, "a listener for configuration file changes failed");
  }
}
