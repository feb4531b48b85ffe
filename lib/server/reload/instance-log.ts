import "server-only";
import type { Clock } from "@/lib/clock";
import type { InstanceLogSource } from "@/lib/env";
import { follow } from "./log-sources";
import type { Output } from "./output";

/** How much of the instance's output is held (characters), and the longest line that is held whole. */
const longest = 64_000;
const longestLine = 4_000;
const notifyEveryMs = 500;

export interface InstanceLogDeps {
  source: InstanceLogSource | undefined;
  clock: Pick<Clock, "now">;
  /** Folders of the panel, whose files are never read. */
  privateFolders: readonly string[];
  output: (earlier: string) => Promise<Output>;
}

export type InstanceLog = ReturnType<typeof createInstanceLog>;

/** The end of the instance's output, in memory. It leaves this room only without secrets. */
export function createInstanceLog({ source, clock, privateFolders, output }: InstanceLogDeps) {
  let lines: { at: number; text: string }[] = [];
  let length = 0;
  let rest = "";
  /** Whether the rest of a line that was cut is being dropped. */
  let isCut = false;
  let problem: string | null = null;
  let stopFollowing: (() => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  const watchers = new Set<() => void>();

  function notify(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const watcher of watchers) watcher();
    }, notifyEveryMs).unref();
  }

  function add(arrived: string): void {
    const end = isCut ? arrived.indexOf("\n") + 1 : 0;
    if (isCut && end === 0) return;
    isCut = false;
    const newLines = (rest + arrived.slice(end)).split("\n");
    rest = newLines.pop() ?? "";
    // A line without an end must not grow for ever.
    if (rest.length > longestLine) {
      newLines.push(rest);
      rest = "";
      isCut = true;
    }
    const at = clock.now();
    for (const line of newLines) {
      // The last word may be the beginning of a secret.
      const text = line.length > longestLine ? `${line.slice(0, longestLine).replace(/\S*$/, "")}…` : line;
      lines.push({ at, text });
      length += text.length + 1;
    }
    let dropped = 0;
    for (; length > longest; dropped += 1) length -= lines[dropped]!.text.length + 1;
    lines = lines.slice(dropped);
    notify();
  }

  return {
    isOn: source !== undefined,

    /** @param since only lines that arrived since then (ms since 1970) */
    async read({ since = 0 } = {}): Promise<{ text: string; problem: string | null }> {
      const shown = lines.filter(({ at }) => at >= since);
      const masked = await output("");
      masked.add(withoutRestOfKey(shown.map(({ text }) => `${text}\n`).join("")));
      return { text: masked.toString({ isEnded: true }), problem };
    },

    /** Calls a listener after the output has grown, at most twice a second. */
    watch(listener: () => void): () => void {
      watchers.add(listener);
      return () => void watchers.delete(listener);
    },

    start(): void {
      if (source === undefined || stopFollowing) return;
      const report = (next: string | null) => {
        if (next !== problem) notify();
        problem = next;
      };
      stopFollowing = follow(source, { add, report }, privateFolders);
    },

    stop(): void {
      stopFollowing?.();
      clearTimeout(timer);
    },
  };
}

/** Drops the end of a private key whose beginning is no longer held. */
function withoutRestOfKey(text: string): string {
  const end = /-----END [A-Z ]*PRIVATE KEY-----/.exec(text);
  const begin = text.indexOf("-----BEGIN");
  return end && (begin === -1 || begin > end.index) ? text.slice(end.index + end[0].length) : text;
}
