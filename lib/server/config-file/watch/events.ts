import "server-only";
import { watch as watchFolder } from "node:fs";
import { basename, dirname } from "node:path";
import type { ConfigEvent } from "@/lib/shared/contract/history";
import { log } from "@/lib/log";
import { changedPaths } from "../versions/changes";
import type { Context, Listener } from "../context";
import { type FileSnapshot, readAndRecord } from "./file-snapshot";
import { type Reading, readingOf } from "../reading";
import { revisionByEtag } from "../versions/revision-store";
import { undoneValues } from "../versions/undone";

/** Poll interval in ms. Compares content, because a file's size and time can stay the same while it changes. */
const pollMs = 500;

export interface Watcher {
  /** Checks the file now instead of at the next poll. */
  check(): Promise<void>;
  stop(): void;
}

/**
 * Watches the file's content until stopped and notifies listeners. Reading also records every version that it finds.
 */
export function startWatching(context: Context, every = pollMs): Watcher {
  const detector = new Detector(context);
  const timer = setInterval(() => void detector.check(), every);
  timer.unref();
  const folder = watchQuietly(context.path, () => void detector.check());
  void detector.check();
  return {
    check: () => detector.check(),
    stop: () => {
      clearInterval(timer);
      folder?.close();
    },
  };
}

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

class Detector {
  private running: Promise<void> | null = null;
  private queued: Promise<void> | null = null;
  private told: string | null = null;
  private doubtful: string | null = null;
  private last: Reading | null = null;

  constructor(private readonly context: Context) {}

  /** Runs one check at a time; any requests made meanwhile lead to one more check afterwards. Never rejects. */
  check(): Promise<void> {
    if (this.queued) return this.queued;
    if (!this.running) return this.start();
    return (this.queued = this.running.then(() => {
      this.queued = null;
      return this.start();
    }));
  }

  private start(): Promise<void> {
    this.running = this.look()
      .catch((error: unknown) => log().error({ err: error }, "watching the configuration file failed"))
      .finally(() => (this.running = null));
    return this.running;
  }

  private async look(): Promise<void> {
    const current = await readAndRecord(this.context);
    const key = `${current.state} ${current.etag}`;
    if (key === this.told) return void (this.doubtful = null);
    // A file that is empty or truncated for a moment is being rewritten; it is reported only if it stays so.
    if (!current.version && key !== this.doubtful) return void (this.doubtful = key);
    const first = this.told === null;
    [this.told, this.doubtful] = [key, null];
    const event = await this.describe(current);
    if (!first) for (const listener of this.context.state.listeners) notify(listener, event);
  }

  private async describe({ etag, state, version }: FileSnapshot): Promise<ConfigEvent> {
    const before = this.last;
    if (version) this.last = readingOf(version, this.context.naming);
    const changed = version && before ? changedPaths(before, this.last) : [];
    try {
      const row = version ? await revisionByEtag(this.context, etag) : undefined;
      // A list that the instance has filled up is nothing that somebody has to be called for.
      const found = (await undoneValues(this.context)).filter(({ filledUp }) => !filledUp);
      const undone = found.map(({ path }) => path);
      return { etag, state, author: row?.author ?? null, changed, undone };
    } catch {
      // Without the database there is no history to compare with, but that the file changed is still news.
      return { etag, state, author: null, changed, undone: [] };
    }
  }
}

/** If one listener fails (its page may be gone), the others are still called. */
function notify(listener: Listener, event: ConfigEvent): void {
  try {
    listener(event);
  } catch (error) {
    log().warn({ err: error }, "a listener to changes of the configuration file failed");
  }
}

/** Calls `listener` for every new state of the file until the returned function is called. */
export function subscribe({ state }: Context, listener: Listener): () => void {
  state.listeners.add(listener);
  return () => state.listeners.delete(listener);
}
