import "server-only";
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, dropLease, takeLease, type Tx } from "@/lib/server/db";
import { thePanel } from "@/lib/shared/author";
import { BEGINNING, type Place } from "./chain";
import type { Keyed } from "./key";
import type { createRecorder } from "./record";
import { withProof } from "./removals";

const DAY = 86_400_000;
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
  { db, keyed, audited, now, signal, renew }: RetentionDeps & { renew: () => Promise<boolean> },
  days: number,
  ofUsers: boolean,
): Promise<void> {
  const before = now - days * DAY;
  const newest = await lastToRemove(db);
  /** The oldest entries to remove. The literal and the order make the databases use an index of their times. */
  const oldest = (executor: Db | Tx, limit: number) =>
    executor
      .selectFrom("audit")
      .select(["id", "hash"])
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
        const places = (await oldest(tx, BATCH)).toSorted((one, other) => one.id - other.id);
        for (const run of runsOf(places)) await removeRun(tx, run, now, keyed);
        count += places.length;
        upTo = Math.max(upTo, places.at(-1)?.id ?? 0);
        return places.length;
      });
    return { detail: { count, upTo } };
  };
  await audited(db, { actor: thePanel, action: "audit.cut", detail }, work, (removed) => removed);
}

async function lastToRemove(db: Db): Promise<number> {
  const heads = await db.selectFrom("audit_head").select(["name", "id"]).execute();
  const idOf = (name: string) => heads.find((head) => head.name === name)?.id;
  const newest = idOf("audit") ?? 0;
  return Math.min(newest - 1, idOf("sink") ?? newest);
}

interface Run {
  first: number;
  last: Place;
}

function runsOf(places: readonly Place[]): Run[] {
  const runs: Run[] = [];
  for (const place of places) {
    const run = runs.at(-1);
    if (run && run.last.id + 1 === place.id) run.last = place;
    else runs.push({ first: place.id, last: place });
  }
  return runs;
}

/** Removes a run, and combines its record with those of the entries before it. @throws Error if entries are missing */
async function removeRun(tx: Tx, { first, last }: Run, at: number, keyed: Keyed): Promise<void> {
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
    .returning(["first_id", "last_id"])
    .execute();
  const known = earlier.reduce((sum, { first_id, last_id }) => sum + last_id - first_id + 1, 0);
  if (known !== first - from) throw new Error(`Entries between ${before.id} and ${first} are missing.`);
  const removal = { first_id: from, last_id: last.id, previous: before.hash, hash: last.hash, at };
  await tx.insertInto("audit_removed").values(withProof(removal, keyed)).execute();
  await tx.deleteFrom("audit").where("id", ">=", first).where("id", "<=", last.id).execute();
}
