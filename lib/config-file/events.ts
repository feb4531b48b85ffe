import "server-only";
import { watch as watchFolder } from "node:fs";
import { basename, dirname } from "node:path";
import type { ConfigEvent } from "@/lib/config/history";
import { log } from "@/lib/log";
import { changedPaths } from "./changes";
import type { Context, Listener } from "./context";
import { type Current, observe } from "./current";
import { type Reading, readingOf } from "./reading";
import { revisionByEtag } from "./revision-store";
import { undoneValues } from "./undone";

/** Content is compared this often: size and time of a file can stay the same while it changes. */
const pollMs = 500;

export interface Watcher {
  /** Looks at the file now, rather than at the next tick. */
  check(): Promise<void>;
  stop(): void;
}

/** Watches the file by content until stopped, tells listeners, and so also gets every version found recorded. */
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

/** A shortcut for the poll where the platform offers one; the poll alone suffices. */
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

  /** One look at a time; however often one is asked for meanwhile, one more is made afterwards. Never rejects. */
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
    const current = await observe(this.context);
    const key = `${current.state} ${current.etag}`;
    if (key === this.told) return void (this.doubtful = null);
    // A file that is empty or cut off for a moment is being rewritten; it is told about when it stays so.
    if (!current.version && key !== this.doubtful) return void (this.doubtful = key);
    const first = this.told === null;
    [this.told, this.doubtful] = [key, null];
    const event = await this.describe(current);
    if (!first) for (const listener of this.context.state.listeners) tell(listener, event);
  }

  private async describe({ etag, state, version }: Current): Promise<ConfigEvent> {
    const before = this.last;
    if (version) this.last = readingOf(version, this.context.naming);
    const changed = version && before ? changedPaths(before, this.last) : [];
    try {
      const row = version ? await revisionByEtag(this.context, etag) : undefined;
      const undone = (await undoneValues(this.context)).map(({ path }) => path);
      return { etag, state, author: row?.author ?? null, changed, undone };
    } catch {
      // Without the database there is no history to tell from; that the file changed is still news.
      return { etag, state, author: null, changed, undone: [] };
    }
  }
}

/** A listener that fails (its page may be gone) keeps no other from hearing. */
function tell(listener: Listener, event: ConfigEvent): void {
  try {
    listener(event);
  } catch (error) {
    log().warn({ err: error }, "a listener to changes of the configuration file failed");
  }
}

/** Calls `listener` at every new state of the file until the returned function is called. */
export function subscribe({ state }: Context, listener: Listener): () => void {
  state.listeners.add(listener);
  return () => state.listeners.delete(listener);
}
