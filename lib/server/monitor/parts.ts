import "server-only";
import type { PartName } from "@/lib/shared/contract/watch";
import { dialectOf, type Row, type Tx } from "@/lib/server/db";
import type { ProbeResult } from "@/lib/server/checks/probes";
import { recentFor } from "./status";

/**
 * A part of the instance, such as its API, is down after this many consecutive failed samples. A single
 * sample may fail because its request was lost.
 */
const DOWN_AFTER = 2;

/** A change that a sample revealed: a part has been down since `from`, or has been up again since `to`. */
export type Change =
  | { part: PartName; kind: "down"; from: number; target: string; reason: string }
  | { part: PartName; kind: "up"; from: number; to: number; target: string };

type Part = Omit<Row<"watch_parts">, "file_id">;

interface Sampled {
  name: PartName;
  result: ProbeResult;
  at: number;
  every: number;
}

/** If no sample followed a failed one for a while, nothing is known about the time between. */
function partAfter(last: Part | undefined, { name, result, at, every }: Sampled): Part {
  const isSingle = last !== undefined && last.failures > 0 && last.failures < DOWN_AFTER;
  const before =
    isSingle && at - last.at > recentFor(every / 1000) ? { ...last, failures: 0, failed_since: null } : last;
  const failures = result.isUp ? 0 : failuresAfter(before, at, every);
  return {
    name,
    target: result.target,
    ms: result.ms,
    reason: result.reason ?? null,
    // A part that is down, for example because its certificate has expired, sends none.
    certificate_ends: result.certificateEnds ?? (result.isUp ? null : (before?.certificate_ends ?? null)),
    at,
    failures,
    failed_since:
      failures === 0 ? null : failures === 1 && before?.failures !== 1 ? at : (before?.failed_since ?? at),
  };
}

/**
 * Counts consecutive failures. Samples that are less than half an interval apart count as one, because
 * operators can request samples at any time.
 */
function failuresAfter(before: Part | undefined, at: number, every: number): number {
  const { failures = 0, failed_since = null } = before ?? {};
  const isSame = failures === 1 && failed_since !== null && Math.abs(at - failed_since) < every / 2;
  return isSame ? 1 : failures + 1;
}

function changeOf(before: Part | undefined, after: Part): Change | null {
  const part = after.name as PartName;
  const { target } = after;
  const from = after.failed_since ?? before?.failed_since ?? after.at;
  if (after.failures === DOWN_AFTER)
    return { part, kind: "down", from, target, reason: after.reason ?? "No response." };
  if (after.failures === 0 && (before?.failures ?? 0) >= DOWN_AFTER)
    return { part, kind: "up", from, to: after.at, target };
  return null;
}

export interface Sampling {
  at: number;
  every: number;
  results: readonly { name: PartName; result: ProbeResult }[];
  /** Whether an apply is restarting the instance. During a restart, missing answers are expected. */
  isRestarting: boolean;
}

export async function storeParts(
  tx: Tx,
  file_id: number,
  { at, every, results, isRestarting }: Sampling,
): Promise<Change[]> {
  // Lock the rows, because two replicas may store a regular sample and an operator's sample at the same time.
  const rows = await tx
    .selectFrom("watch_parts")
    .where("file_id", "=", file_id)
    .selectAll()
    .$if(dialectOf(tx) === "postgres", (query) => query.forUpdate())
    .execute();
  const changes: Change[] = [];
  for (const { name, result } of results) {
    if (isRestarting && !result.isUp) continue;
    const before = rows.find((row) => row.name === name);
    const after = partAfter(before, { name, result, at, every });
    await tx
      .insertInto("watch_parts")
      .values({ file_id, ...after })
      .onConflict((conflict) => conflict.columns(["file_id", "name"]).doUpdateSet(after))
      .execute();
    const change = changeOf(before, after);
    if (change) changes.push(change);
  }
  for (const change of changes) await storeOutage(tx, file_id, change);
  const probed = results.map(({ name }) => name);
  const names = rows.map(({ name }) => name);
  await forget(
    tx,
    file_id,
    at,
    names.filter((name) => !probed.includes(name as PartName)),
  );
  return changes;
}

async function storeOutage(tx: Tx, file_id: number, change: Change): Promise<void> {
  if (change.kind === "up") return endOutages(tx, file_id, [change.part], change.to);
  await tx
    .insertInto("watch_outages")
    .values({ file_id, part: change.part, began: change.from, ended: null })
    .onConflict((conflict) => conflict.columns(["file_id", "part", "began"]).doNothing())
    .execute();
}

async function endOutages(tx: Tx, file_id: number, parts: readonly string[], ended: number): Promise<void> {
  await tx
    .updateTable("watch_outages")
    .set({ ended })
    .where("file_id", "=", file_id)
    .where("part", "in", parts)
    .where("ended", "is", null)
    .execute();
}

async function forget(tx: Tx, file_id: number, at: number, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await endOutages(tx, file_id, names, at);
  await tx.deleteFrom("watch_parts").where("file_id", "=", file_id).where("name", "in", names).execute();
}
