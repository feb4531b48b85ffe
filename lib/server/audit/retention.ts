import "server-only";
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { DAY } from "@/lib/clock";
import { type Db, dropLease, type Row, takeLease, type Tx } from "@/lib/server/db";
import { thePanel } from "@/lib/shared/author";
import { BEGINNING, contentOf, hashOf } from "./chain";
import type { Keyed } from "./key";
import type { createRecorder } from "./record";
import { isOurs, withProof } from "./removals";

/** Maximum number of entries removed per transaction. */
const BATCH = 100;
const LEASE = "audit-retention";
const LEASE_MS = 60_000;

/** After how many days entries are removed; undefined: never. */
export interface Retention {
  days: number | undefined;
  /** Entries of users and bots of the instance. */
  userDays: number | undefined;
}

interface RetentionDeps {
  db: Db;
  keyed: Keyed;
  audited: ReturnType<typeof createRecorder>["audited"];
  now: number;
  /** Whether a sink is configured. `audit_head` also names the last entry of a sink that no longer is. */
  hasSink: boolean;
  signal?: AbortSignal;
}

/**
 * Removes old entries, oldest first, but never the newest entry, nor an entry that a sink has not taken. Records each
 * removal as an entry, and in `audit_removed`. Call this only if the audit log is intact, because a record of a removal
 * would hide missing entries. Stops after a batch if `signal` is aborted.
 */
export async function removeOldEntries(deps: RetentionDeps, { days, userDays }: Retention): Promise<void> {
  const holder = randomUUID();
  const renew = () => takeLease(deps.db, LEASE, { holder, span: LEASE_MS });
  if (!(await renew())) return;
  try {
    if (days !== undefined) await removeOlder({ ...deps, renew }, days, false);
    if (userDays !== undefined) await removeOlder({ ...deps, renew }, userDays, true);
  } finally {
    await dropLease(deps.db, LEASE, holder);
  }
}

async function removeOlder(
  { db, keyed, audited, now, hasSink, signal, renew }: RetentionDeps & { renew: () => Promise<boolean> },
  days: number,
  ofUsers: boolean,
): Promise<void> {
  const before = now - days * DAY;
  const newest = await lastToRemove(db, hasSink);
  /** The oldest entries to remove. The literal and the order make the databases use an index of their times. */
  const oldest = (executor: Db | Tx, limit: number) =>
    executor
      .selectFrom("audit")
      .selectAll()
      .where("at", "<", before)
      .where("id", "<=", newest)
      .$if(ofUsers, (query) => query.where(sql<boolean>`actor_kind = 'user'`))
      .orderBy("at")
      .limit(limit)
      .execute();
  if ((await oldest(db, 1)).length === 0) return;
  const detail = { days, ...(ofUsers && { of: "user" }) };
  const work = async () => {
    let [count, upTo] = [0, 0];
    for (let read = BATCH; read === BATCH && !signal?.aborted && (await renew()); await setImmediate())
      read = await db.transaction().execute(async (tx) => {
        const rows = (await oldest(tx, BATCH)).toSorted((one, other) => one.id - other.id);
        for (const run of runsOf(rows)) await removeRun(tx, run, now, keyed);
        count += rows.length;
        upTo = Math.max(upTo, rows.at(-1)?.id ?? 0);
        return rows.length;
      });
    return { detail: { count, upTo } };
  };
  await audited(db, { actor: thePanel, action: "audit.cut", detail }, work, (removed) => removed);
}

async function lastToRemove(db: Db, hasSink: boolean): Promise<number> {
  const heads = await db.selectFrom("audit_head").select(["name", "id"]).execute();
  const idOf = (name: string) => heads.find((head) => head.name === name)?.id;
  const newest = idOf("audit") ?? 0;
  return Math.min(newest - 1, (hasSink ? idOf("sink") : undefined) ?? newest);
}

interface Run {
  first: number;
  last: number;
  rows: Row<"audit">[];
}

function runsOf(rows: readonly Row<"audit">[]): Run[] {
  const runs: Run[] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run && run.last + 1 === row.id) {
      run.rows.push(row);
      run.last = row.id;
    } else runs.push({ first: row.id, last: row.id, rows: [row] });
  }
  return runs;
}

/**
 * Removes a run, and combines its record with those of the entries before it. Verifies all of them first, because the
 * new record has a genuine proof and would hide changes since the last verification.
 * @throws Error if entries were changed, or are missing
 */
async function removeRun(tx: Tx, { first, last, rows }: Run, at: number, keyed: Keyed): Promise<void> {
  const before = (await tx
    .selectFrom("audit")
    .select(["id", "hash"])
    .where("id", "<", first)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()) ?? { id: 0, hash: BEGINNING };
  const from = before.id + 1;
  const earlier = await tx
    .deleteFrom("audit_removed")
    .where("last_id", ">=", from)
    .where("last_id", "<", first)
    .returningAll()
    .execute();
  let { id, hash } = before;
  for (const removal of earlier.toSorted((one, other) => one.last_id - other.last_id)) {
    if (removal.first_id !== id + 1 || removal.previous !== hash || !isOurs(removal, keyed))
      throw wrong(`the record of the removed entries ${removal.first_id} to ${removal.last_id}`);
    ({ last_id: id, hash } = removal);
  }
  if (id + 1 !== first) throw wrong(`the gap between the entries ${id} and ${first}`);
  for (const row of rows) {
    hash = hashOf(hash, row.id, keyed(JSON.stringify(contentOf(row))));
    if (row.hash !== hash) throw wrong(`entry ${row.id}`);
  }
  const removal = { first_id: from, last_id: last, previous: before.hash, hash, at };
  await tx.insertInto("audit_removed").values(withProof(removal, keyed)).execute();
  await tx.deleteFrom("audit").where("id", ">=", first).where("id", "<=", last).execute();
}

const wrong = (what: string) =>
  new Error(
    `No further old entries of the audit log were removed, because ${what} was not made by the panel. Run instance-admin audit verify.`,
  );
