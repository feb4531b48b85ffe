import "server-only";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, dialectOf, type Row } from "@/lib/server/db";
import { BEGINNING, CONTENT, contentOf, plain } from "./chain";
import { firstKeyed, firstKeyedPath, keyed, type Mark, proofFrom, readMark, writeMark } from "./key";

/** Maximum number of entries read per query. Other requests are handled between queries. */
const BATCH = 2_000;

export interface Verification {
  /** The id of the newest verified entry. `hash` is the hash of this entry. */
  id: number;
  hash: string;
  /** A sentence that describes the first fault. Undefined if the audit log has none. */
  fault?: string;
  /** Number of entries written with another key. Only their completeness can be verified, not their content. */
  otherKey: number;
  /** The newest entry written by a panel version that did not sign entries; 0 if there is none. */
  unkeyed: number;
  /** Entries up to `id` were removed because of their age. `at` is the time of the last removal (ms since 1970). */
  cut?: { id: number; at: number };
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

/**
 * Whether there is no fault and no entry was written with another key. The content of such entries cannot be
 * verified.
 */
export const isIntact = ({ fault, otherKey }: Verification): boolean => fault === undefined && otherKey === 0;

export function summaryOf({ id, fault, otherKey, unkeyed, cut }: Verification): string {
  if (fault !== undefined) return fault;
  const count = id - (cut?.id ?? 0);
  const entries = `${count} ${count === 1 ? "entry" : "entries"}`;
  const removed = cut
    ? ` Entries up to ${cut.id} were removed because of their age, last on ${day(cut.at)}.`
    : "";
  const early =
    unkeyed > 0
      ? ` Entries up to ${unkeyed} were written by a panel version that did not sign entries, so changes from before the update cannot be detected.`
      : "";
  if (otherKey === 0) return `The audit log is intact: ${entries}.${removed}${early}`;
  return `No entry is missing (${entries}), but ${otherKey} were written with another NEXTAUTH_SECRET. Set that secret to verify their content.${removed}${early}`;
}

/**
 * Database triggers that refuse to change or remove entries, by dialect (`lib/server/db/schema.ts`).
 */
const TRIGGERS = {
  sqlite: [
    "update_on_audit_refused",
    "delete_on_audit_refused",
    "delete_on_audit_head_refused",
    "update_on_audit_head_refused",
  ],
  postgres: [
    "audit_kept",
    "audit_not_removed",
    "audit_not_emptied",
    "audit_head_kept",
    "audit_head_not_emptied",
    "audit_head_forward",
  ],
};

const describe = ({ id, at, actor, action }: Row<"audit">) =>
  `Entry ${id} (${new Date(at).toISOString()}, ${actor}, ${action})`;

type Place = Pick<Verification, "id" | "hash">;
type Epochs = readonly Row<"audit_keys">[];

/** Whether the entries that begin at `from_id` were written with another key. */
const isForeign = (epoch: Row<"audit_keys">) => epoch.proof !== proofFrom(epoch.from_id);

/**
 * Returns the row for the key that an entry was written with. Undefined if a version without keys wrote the
 * entry.
 */
const epochOf = (epochs: Epochs, id: number) => epochs.find(({ from_id }) => from_id <= id);

/**
 * Verifies the chain up to the entry that is newest at the start of the verification. The panel can write entries
 * during the verification, because existing entries never change.
 * @param verified the last entry of an earlier verification; only later entries are read
 */
export async function verifyAudit(db: Db, verified?: Place, signal?: AbortSignal): Promise<Verification> {
  const start: Verification = { id: 0, hash: BEGINNING, otherKey: 0, unkeyed: 0 };
  const head = await headOf(db);
  if (!head)
    return { ...start, fault: "The row of audit_head, which identifies the newest entry, is missing." };
  const epochs = await db.selectFrom("audit_keys").selectAll().orderBy("from_id", "desc").execute();
  const oldest = epochs.at(-1);
  if (!oldest)
    return {
      ...start,
      fault:
        "The audit log has no key: audit_keys has no row. Start this version of the panel once, then try again.",
    };
  const cut = await readMark(db, "cut");
  const wrongKey = (await tooLate(db, epochs, head)) ?? unkeptKey(oldest.from_id, cut?.mark.id ?? 0);
  if (wrongKey !== undefined) return { ...start, fault: wrongKey };
  if (cut && !cut.isOurs && !isOfOtherKey(cut.mark, epochs, head))
    return {
      ...start,
      fault: `The record of the last removed entry, ${cut.mark.id}, was changed outside the panel.`,
    };
  const first = cut?.mark ?? start;
  const { id, hash } = verified && verified.id > first.id ? verified : first;
  if (id > head.id)
    return {
      ...start,
      fault: `Entries up to ${id} existed before, but the newest one is now ${head.id}.`,
    };
  const found: Verification = { ...start, id, hash, ...(cut && { cut: cut.mark }) };
  const fault =
    (await follow(db, head.id, found, { epochs, signal })) ??
    (await atTheEnd(db, head, found, first.id)) ??
    (await around(db, id));
  const otherKey = foreignEntries(epochs, first.id, found.id);
  const lastUnkeyed = Math.min(oldest.from_id - 1, found.id);
  const unkeyed = lastUnkeyed > first.id ? lastUnkeyed : 0;
  return { ...found, otherKey, unkeyed, ...(fault !== undefined && { fault }) };
}

const headOf = (db: Db) => db.selectFrom("audit_head").select(["id", "hash"]).executeTakeFirst();

/**
 * Returns a fault if the first entry of a key would be later than the next entry to be written. The panel never stores
 * such a key.
 */
async function tooLate(db: Db, [newest]: Epochs, head: Place): Promise<string | undefined> {
  if (!newest || newest.from_id <= head.id + 1) return undefined;
  // Another panel may have written entries and then begun to use the key after this process read `head`.
  const now = (await headOf(db))?.id ?? head.id;
  if (newest.from_id <= now + 1) return undefined;
  return `audit_keys was changed outside the panel: a key begins at entry ${newest.from_id}, and the newest entry is ${now}.`;
}

/**
 * Returns a fault if there are entries without a key, unless the data folder confirms that they precede the
 * first key.
 */
function unkeptKey(oldest: number, removed: number): string | undefined {
  const first = firstKeyed();
  if (first !== undefined && oldest > first)
    return `audit_keys was changed outside the panel: the first key begins at entry ${oldest}, and according to ${firstKeyedPath()} at entry ${first}. If this is the data folder of another database, delete that file and start the panel.`;
  if (first === undefined && oldest - 1 > removed)
    return `Entries before ${oldest} have no key, and ${firstKeyedPath()}, the file that confirms this, is missing. Start this version of the panel once, then try again.`;
  return undefined;
}

/**
 * Whether another key may have signed the mark of removed entries. True only if the entry that the mark names
 * as the newest still exists and was written with another key. Such a mark may be forged, but the log does
 * not count as intact while it contains an entry written with another key.
 */
function isOfOtherKey({ id, head }: Mark<"cut">, epochs: Epochs, newest: Place): boolean {
  const epoch = epochOf(epochs, head.id);
  return id < head.id && head.id <= newest.id && epoch !== undefined && isForeign(epoch);
}

const DAY = 86_400_000;

/**
 * Verifies the entries added since the last verification, or all entries once a day. If there is no fault,
 * stores the last verified entry in a mark, which cannot be forged without the key.
 * @throws the signal's reason if it is aborted
 */
export async function verifyFurther(db: Db, now = Date.now(), signal?: AbortSignal): Promise<Verification> {
  const last = await readMark(db, "verified");
  const mark =
    last?.isOurs && last.mark.wholeAt <= now && now - last.mark.wholeAt < DAY ? last.mark : undefined;
  const found = await verifyAudit(db, mark, signal);
  const { id, hash, fault } = found;
  if (fault === undefined) await writeMark(db, "verified", { id, hash, wholeAt: mark?.wholeAt ?? now });
  return found;
}

/** Number of entries with `from < id <= to` that were written with another key. */
function foreignEntries(epochs: Epochs, from: number, to: number): number {
  let count = 0;
  let end = to;
  for (const epoch of epochs) {
    if (isForeign(epoch)) count += Math.max(0, end - Math.max(from, epoch.from_id - 1));
    end = Math.min(end, epoch.from_id - 1);
  }
  return count;
}

/**
 * Verifies the entries up to `to` in order, and updates `found` after each entry.
 * @returns the first fault
 */
async function follow(
  db: Db,
  to: number,
  found: Verification,
  { epochs, signal }: { epochs: Epochs; signal: AbortSignal | undefined },
): Promise<string | undefined> {
  const digestOf = (row: Row<"audit">): string | null => {
    const text = JSON.stringify(contentOf(row));
    const epoch = epochOf(epochs, row.id);
    if (!epoch) return plain(text);
    return isForeign(epoch) ? null : keyed(text);
  };
  for (;;) {
    const rows = await db
      .selectFrom("audit")
      .selectAll()
      .where("id", ">", found.id)
      .where("id", "<=", to)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const digest = digestOf(row);
      const isNext = row.id === found.id + 1;
      if (!isNext || (digest !== null && row.hash !== plain(`${found.hash} ${row.id} ${digest}`)))
        return `${describe(row)} is the first wrong entry: it was changed or added, or entries between ${found.id} and it were removed. Do not trust this entry or any later one.`;
      found.id = row.id;
      found.hash = row.hash;
    }
    if (rows.length < BATCH) return undefined;
    await setImmediate();
    signal?.throwIfAborted();
  }
}

async function atTheEnd(
  db: Db,
  head: { id: number; hash: string },
  found: Place,
  removed: number,
): Promise<string | undefined> {
  if (head.id > found.id) return `Entry ${found.id + 1} and everything up to ${head.id} were removed.`;
  if (head.hash !== found.hash) return `Entry ${found.id} is not the last entry written (${head.id}).`;
  const extra = await db
    .selectFrom("audit")
    .selectAll()
    .where(({ eb, or, selectFrom }) =>
      or([eb("id", "<=", removed), eb("id", ">", selectFrom("audit_head").select("id"))]),
    )
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return extra && `${describe(extra)} is the first wrong entry: it was not added by the panel.`;
}

/** Checks for faults that no hash reveals: text that some programs do not display, and missing triggers. */
async function around(db: Db, from: number): Promise<string | undefined> {
  const dialect = dialectOf(db);
  // SQLite stores text after a NUL, but its drivers omit it.
  const hidden = dialect === "sqlite" ? await hiddenText(db, from) : undefined;
  if (hidden) return `${describe(hidden)} contains hidden text, which the panel never writes.`;
  const { rows } = await (
    dialect === "sqlite"
      ? sql<{
          name: string;
        }>`select name from sqlite_master where type = 'trigger' and sql like '%raise(abort%'`
      : sql<{ name: string }>`select tgname as name from pg_trigger
          where tgrelid in ('audit'::regclass, 'audit_head'::regclass) and tgenabled in ('O', 'A')`
  ).execute(db);
  const missing = TRIGGERS[dialect].filter((name) => !rows.some((row) => row.name === name));
  if (missing.length === 0) return undefined;
  return `The database no longer refuses changes to the audit log: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} gone or disabled.`;
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
