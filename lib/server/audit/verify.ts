import "server-only";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, dialectOf, type Row } from "@/lib/server/db";
import { BEGINNING, CONTENT, contentOf, hashOf, type Place, readHead } from "./chain";
import { compareHeads, type Head, headPath, readHeadFile } from "./heads";
import { hasOtherKey, type Keyed } from "./key";
import { countRemoved, isOurs, type Removal, type Removed, removalsAfter } from "./removals";
import { missingTriggers } from "./triggers";

/** Maximum number of entries read per query. Other requests are handled between queries. */
const BATCH = 2_000;

export interface Verification {
  /** The id of the newest verified entry. `hash` is the hash of this entry. */
  id: number;
  hash: string;
  fault?: string | undefined;
  /** Places outside the database with which the log was compared, in words. */
  compared: string[];
  removed?: Removed | undefined;
}

export interface VerifyDeps {
  db: Db;
  keyed: Keyed;
  dataDir: string;
  elsewhere?: readonly { place: string; heads: () => AsyncIterable<Head> }[];
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const removedWords = ({ count, upTo }: Removed): string =>
  `${plural(count, "older entry", "older entries")} (up to ${upTo}) ${count === 1 ? "was" : "were"} removed because of their age`;

/** Says what was verified, and claims nothing about what was not compared. */
export function summaryOf({ id, fault, removed: older, compared }: Verification): string {
  if (fault !== undefined) return fault;
  const count = plural(id - (older?.count ?? 0), "entry", "entries");
  const removed = older ? ` ${removedWords(older)}, last on ${day(older.at)}.` : "";
  if (compared.length === 0)
    return `The ${count} in the database ${count.startsWith("1 ") ? "is" : "are"} unchanged and without gaps.${removed} Nothing outside the database could be compared, so removed last entries would not be noticed.`;
  return `The audit log is intact: ${count}.${removed} Compared with ${compared.join(", and with ")}.`;
}

const describe = ({ id, at, actor, action }: Row<"audit">) =>
  `Entry ${id} (${new Date(at).toISOString()}, ${actor}, ${action})`;

const OTHER_KEY =
  "The audit log was begun with another key, so its entries cannot be verified. Set AUDIT_KEY, or restore the file audit-key in DATA_DIR from a backup.";

/**
 * Verifies the chain up to the entry that is newest at the start of the verification, and compares it with every head
 * outside the database. The panel can write entries during the verification, because existing entries never change.
 * @param verified the last entry of an earlier verification by the same process; only later entries are read
 * @param outdated the proofs of the records because of which the verification has begun again
 */
export async function verifyAudit(
  deps: VerifyDeps,
  {
    verified,
    signal,
    outdated = new Set(),
  }: { verified?: Place | undefined; signal?: AbortSignal | undefined; outdated?: Set<string> } = {},
): Promise<Verification> {
  const { db, keyed } = deps;
  const result: Verification = { id: 0, hash: BEGINNING, compared: [] };
  const head = await readHead(db);
  if (!head)
    return { ...result, fault: "The row of audit_head, which identifies the newest entry, is missing." };
  if (await hasOtherKey(db, keyed)) return { ...result, fault: OTHER_KEY };
  if (verified) Object.assign(result, { id: verified.id, hash: verified.hash });
  const from = result.id;
  if (from > head.id)
    return {
      ...result,
      fault: `Entries up to ${from} existed before, but the newest one is now ${head.id}.`,
    };
  const followed = await follow(deps, head.id, result, signal);
  if (typeof followed === "object") {
    // Once for each record, because an old record that somebody inserted again would have no end.
    if (outdated.has(followed.proof)) return { ...result, fault: MISPLACED };
    return verifyAudit(deps, { signal, outdated: outdated.add(followed.proof) });
  }
  const fault =
    followed ??
    (await atTheEnd(db, head, result)) ??
    (await around(db, from)) ??
    (await outside(deps, result));
  return { ...result, removed: await countRemoved(db), fault };
}

async function outside(
  { db, keyed, dataDir, elsewhere = [] }: VerifyDeps,
  result: Verification,
): Promise<string | undefined> {
  const file = await readHeadFile(dataDir, keyed);
  if (file?.fault !== undefined) return file.fault;
  const places = [
    ...(file?.head ? [{ place: headPath(dataDir), heads: () => [file.head!] }] : []),
    ...elsewhere,
  ];
  for (const { place, heads } of places) {
    const { count, newest, fault } = await compareHeads(db, heads(), { place, keyed });
    if (fault !== undefined) return fault;
    if (count > 0)
      result.compared.push(`${place} (${count > 1 ? `${count} entries, up to ` : "entry "}${newest})`);
  }
  return undefined;
}

const MISPLACED = "The record of removed entries includes existing entries. Do not trust the audit log.";

/**
 * Verifies the entries and the records of removed entries up to `to` in order, and updates `result` after each of them.
 * @returns the first fault; or a record of the panel that includes entries that were already verified, because they have
 * been removed since
 * @throws the signal's reason if it is aborted
 */
async function follow(
  { db, keyed }: VerifyDeps,
  to: number,
  result: Verification,
  signal: AbortSignal | undefined,
): Promise<string | Removal | undefined> {
  for (;;) {
    const { rows, removals } = await inSnapshot(db, async (snapshot) => ({
      rows: await snapshot
        .selectFrom("audit")
        .selectAll()
        .where("id", ">", result.id)
        .where("id", "<=", to)
        .orderBy("id")
        .limit(BATCH)
        .execute(),
      removals: await removalsAfter(snapshot, result.id, BATCH),
    }));
    const known = Math.min(
      rows.length < BATCH ? to : (rows.at(-1)?.id ?? to),
      removals.length < BATCH ? to : (removals.at(-1)?.last_id ?? to),
    );
    const links = [
      ...rows.map((row) => ({ first: row.id, row, removal: null })),
      ...removals.map((removal) => ({ first: removal.first_id, row: null, removal })),
    ].toSorted((one, other) => one.first - other.first);
    for (const { first, row, removal } of links) {
      if (first > known) break;
      if (removal && first <= result.id) return isOurs(removal, keyed) ? removal : MISPLACED;
      const isNext = first === result.id + 1;
      const isIntact = removal
        ? removal.previous === result.hash && isOurs(removal, keyed)
        : row.hash === hashOf(result.hash, row.id, keyed(JSON.stringify(contentOf(row))));
      if (!isNext || !isIntact) {
        const what = removal
          ? `The record of the removed entries ${first} to ${removal.last_id}`
          : describe(row);
        return `${what} is the first wrong entry: it was changed or added, or entries between ${result.id} and it were removed. Do not trust this entry or any later one.`;
      }
      result.id = removal?.last_id ?? first;
      result.hash = (removal ?? row).hash;
    }
    if (known === to) return undefined;
    await setImmediate();
    signal?.throwIfAborted();
  }
}

/** Reads all or nothing of a removal that another process makes in the meantime. */
async function inSnapshot<T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> {
  if (dialectOf(db) === "postgres")
    return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
  return db.connection().execute(async (connection) => {
    // Kysely's transactions would wait for the write lock (`sqlite-dialect.ts`).
    await sql`begin deferred`.execute(connection);
    try {
      return await read(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

async function atTheEnd(db: Db, head: Place, place: Place): Promise<string | undefined> {
  if (head.id > place.id) return `Entry ${place.id + 1} and everything up to ${head.id} were removed.`;
  if (head.hash !== place.hash) return `Entry ${place.id} is not the last entry written (${head.id}).`;
  const extra = await db
    .selectFrom("audit")
    .selectAll()
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("id", "<", 1),
        eb("id", ">", selectFrom("audit_head").select("id").where("name", "=", "audit")),
      ]),
    )
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return extra && `${describe(extra)} is the first wrong entry: it was not added by the panel.`;
}

/** Checks for faults that no hash reveals: text that some programs do not display, and missing triggers. */
async function around(db: Db, from: number): Promise<string | undefined> {
  const dialect = dialectOf(db);
  const hidden = dialect === "sqlite" ? await hiddenText(db, from) : undefined;
  if (hidden) return `${describe(hidden)} contains hidden text, which the panel never writes.`;
  const missing = await missingTriggers(db);
  if (missing.length === 0) return undefined;
  return `The database no longer refuses changes to the audit log: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} gone, changed or disabled.`;
}

async function hiddenText(db: Db, from: number): Promise<Row<"audit"> | undefined> {
  const isHidden = CONTENT.filter(([, type]) => type === "text").map(
    ([name]) =>
      sql`typeof(${sql.ref(name)}) not in ('text', 'null') or instr(cast(${sql.ref(name)} as blob), x'00') > 0`,
  );
  const { rows } = await sql<Row<"audit">>`
    select * from audit where id > ${from} and (${sql.join(isHidden, sql` or `)}) order by id limit 1`.execute(
    db,
  );
  return rows[0];
}
