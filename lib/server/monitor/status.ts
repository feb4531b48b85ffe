import "server-only";
import type { Row } from "@/lib/server/db";
import type { WatchRows } from "./samples";
import { partNames } from "@/lib/shared/contract/values";
import type { InstanceStatus, PlannedRestart } from "@/lib/shared/contract/watch";

type Part = Pick<Row<"watch_parts">, "name" | "failures" | "failed_since" | "reason" | "ms" | "at">;

interface Checked {
  parts: readonly Part[];
  /** The restarts by applies of the last minutes. What was measured before one of them shows nothing about now. */
  restarts: readonly PlannedRestart[];
  /** Seconds between two checks. 0 if monitoring is off. */
  interval: number;
  /** Whether the panel serves the API. Its answer then proves that the API works. */
  isLocal: boolean;
  at: number;
}

/** A check is recent if it is not older than this many intervals, and at least `RECENT_MS`. */
const RECENT_INTERVALS = 3;
const RECENT_MS = 15_000;

/** Without these services, clients cannot connect. */
const essential: readonly string[] = ["api", "gateway"];

/** Whether a check at this time shows the present state. */
export const isRecent = (checkedAt: number, interval: number, now: number): boolean =>
  now - checkedAt <= recentFor(interval);

export const recentFor = (interval: number): number =>
  Math.max(RECENT_INTERVALS * interval * 1000, RECENT_MS);

export function statusOf({ parts, restarts, interval, isLocal, at }: Checked): InstanceStatus {
  const checkedParts = partNames.flatMap((name) => {
    const part = parts.find((one) => one.name === name);
    if (part) return [{ name, isUp: part.failures === 0, ms: part.ms, reason: part.reason }];
    return isLocal && name === "api" ? [{ name, isUp: true, ms: null, reason: null }] : [];
  });
  const down = parts.filter(({ failures }) => failures > 0);
  const oldest = parts.length > 0 ? Math.min(...parts.map((part) => part.at)) : null;
  const checkedAt = oldest ?? (isLocal ? at : null);
  const facts = { checkedAt, parts: checkedParts, interval, at };
  const current = restarts.find(({ to }) => to === null);
  if (current) return { state: "restarting", since: current.from, ...facts };
  const isKnown =
    checkedAt !== null &&
    isRecent(checkedAt, interval, at) &&
    restarts.every(({ from, to }) => (to ?? from) <= checkedAt);
  if (!isKnown) return { state: "unknown", since: checkedAt, ...facts };
  if (down.length === 0) return { state: "up", since: null, ...facts };
  return {
    state: down.some(({ name }) => essential.includes(name)) ? "down" : "partly-down",
    since: Math.min(...down.map((part) => part.failed_since ?? part.at)),
    ...facts,
  };
}

export const readParts = async ({ db, fileId }: WatchRows): Promise<Part[]> =>
  db
    .selectFrom("watch_parts")
    .where("file_id", "=", await fileId())
    .select(["name", "failures", "failed_since", "reason", "ms", "at"])
    .execute();
