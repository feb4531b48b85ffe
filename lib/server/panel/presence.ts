import "server-only";
import type { EditingOperator } from "@/lib/shared/contract/events";

/** How long a report counts (ms). */
const HOLDS_MS = 45_000;
const MOST_TABS = 20;
const MOST_PATHS = 200;
/** The shortest time between two notifications of listeners (ms), because every open page has one. */
const NOTIFY_EVERY_MS = 300;

interface Reported {
  operator: { id: number; username: string };
  paths: readonly string[];
  until: number;
}

/**
 * Which operators have unsaved changes in open pages of this process. Not stored: operators of other replicas are
 * unknown, and so is everybody after a restart, until their pages report again.
 */
export function createPresence({ clock }: { clock: { now: () => number } }) {
  const tabs = new Map<string, Reported>();
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;

  function notify(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const listener of listeners) listener();
    }, NOTIFY_EVERY_MS).unref();
  }

  const forgetOld = () => {
    const now = clock.now();
    for (const [tab, { until }] of tabs) if (until <= now) tabs.delete(tab);
  };

  return {
    /** @param tab id of the page's tab in its session @param paths settings with unsaved changes; none if it has none */
    report(tab: string, operator: Reported["operator"], paths: readonly string[]): void {
      forgetOld();
      const before = tabs.get(tab)?.paths.join("\n") ?? "";
      // The newest report is the last, so the first tab is the oldest.
      tabs.delete(tab);
      if (paths.length > 0) tabs.set(tab, { operator, paths, until: clock.now() + HOLDS_MS });
      const own = [...tabs].filter(([, one]) => one.operator.id === operator.id);
      for (const [oldest] of own.slice(0, -MOST_TABS)) tabs.delete(oldest);
      if (before !== paths.join("\n")) notify();
    },
    others(operatorId: number): EditingOperator[] {
      forgetOld();
      const paths = new Map<string, Set<string>>();
      for (const { operator, paths: edited } of tabs.values()) {
        if (operator.id === operatorId) continue;
        const known = paths.get(operator.username) ?? new Set();
        for (const path of edited) if (known.size < MOST_PATHS) known.add(path);
        paths.set(operator.username, known);
      }
      return [...paths].map(([username, edited]) => ({ username, paths: [...edited].toSorted() }));
    },
    /** Calls the listener when somebody begins or ends editing a setting. Expired reports are not announced. */
    watch(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type Presence = ReturnType<typeof createPresence>;
