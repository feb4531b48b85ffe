import "server-only";
import type { Row } from "@/lib/server/db";
import type { WatchRows } from "./samples";
import { partNames } from "@/lib/shared/contract/values";
import type { InstanceStatus, PlannedRestart } from "@/lib/shared/contract/watch";

type Part = Pick<Row<"watch_parts">, "name" | "failures" | "failed_since" | "reason" | "ms" | "at">;

interface Checked {
  parts: readonly Part[];
  restart: PlannedRestart | undefined;
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

export function statusOf({ parts, restart, interval, isLocal, at }: Checked): InstanceStatus {
  const checkedParts = partNames.flatMap((name) => {
    const part = parts.find((one) => one.name === name);
    if (part) return [{ name, isUp: part.failures === 0, ms: part.ms, reason: part.reason }];
    return isLocal && name === "api" ? [{ name, isUp: true, ms: null, reason: null }] : [];
  });
  const down = parts.filter(({ failures }) => failures > 0);
  const newest = parts.length > 0 ? Math.max(...parts.map((part) => part.at)) : null;
  const checkedAt = newest ?? (isLocal ? at : null);
  const facts = { checkedAt, parts: checkedParts, interval, at };
  if (restart) return { state: "restarting", since: restart.from, ...facts };
  const isRecent =
    checkedAt !== null && at - checkedAt <= Math.max(RECENT_INTERVALS * interval * 1000, RECENT_MS);
  if (!isRecent) return { state: "unknown", since: checkedAt, ...facts };
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
