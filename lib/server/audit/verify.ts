import "server-only";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, dialectOf, type Row } from "@/lib/server/db";
import { BEGINNING, CONTENT, contentOf, plain } from "./chain";
import { firstKeyed, firstKeyedPath, keyed, proofFrom } from "./key";
import { type Mark, readMark, writeMark } from "./marks";

/** How many entries are read at a time. The event loop gets a turn in between. */
const BATCH = 2_000;

export interface Verification {
  /** The newest verified entry and its hash. */
  id: number;
  hash: string;
  /** The fault of the audit log as a sentence; undefined if it is intact. */
  fault?: string;
  /** How many entries were written with another process's key. For these, only completeness could be verified. */
  otherKey: number;
  /** The newest entry without a key, written by a version from before there were keys; 0 if there is none. */
  unkeyed: number;
  /** Entries up to this one were removed because of their age (`retention.ts`), at this time (ms since 1970). */
  cut?: { id: number; at: number };
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Whether every entry is there, and this process's key proves the content. */
export const isIntact = ({ fault, otherKey }: Verification): boolean => fault === undefined && otherKey === 0;

/** The result in sentences. */
export function summaryOf({ id, fault, otherKey, unkeyed, cut }: Verification): string {
  if (fault !== undefined) return fault;
  const count = id - (cut?.id ?? 0);
  const entries = `${count} ${count === 1 ? "entry" : "entries"}`;
  const removed = cut
    ? ` Entries up to ${cut.id} were removed because of their age, last on ${day(cut.at)}.`
    : "";
  const early =
    unkeyed > 0
      ? ` Entries up to ${unkeyed} were written by a version without keys, so changes from before the update cannot be detected.`
      : "";
  if (otherKey === 0) return `The audit log is intact: ${entries}.${removed}${early}`;
  return `No entry is missing (${entries}), but ${otherKey} were written with another NEXTAUTH_SECRET. Set that secret to verify their content.${removed}${early}`;
}

/** Database triggers that refuse to change or remove entries, by dialect (`003-audit`). */
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

/** Whether a period belongs to another process's key. */
const isForeign = (epoch: Row<"audit_keys">) => epoch.proof !== proofFrom(epoch.from_id);

/** The period that an entry belongs to; undefined for entries from before there were keys. */
const epochOf = (epochs: Epochs, id: number) => epochs.find(({ from_id }) => from_id <= id);

/**
 * Verifies the whole chain, even while the panel writes to it: entries are only added, so entries up to the head
 * that is read first do not change.
 * @param verified entries up to here were verified earlier and are not read again
 */
export async function verifyAudit(db: Db, verified?: Place): Promise<Verification> {
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
      fault: `The mark of the last removed entry, ${cut.mark.id}, was changed outside the panel.`,
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
    (await follow(db, head.id, found, epochs)) ??
    (await atTheEnd(db, head, found, first.id)) ??
    (await around(db, id));
  const otherKey = foreignEntries(epochs, first.id, found.id);
  const lastUnkeyed = Math.min(oldest.from_id - 1, found.id);
  const unkeyed = lastUnkeyed > first.id ? lastUnkeyed : 0;
  return { ...found, otherKey, unkeyed, ...(fault !== undefined && { fault }) };
}

const headOf = (db: Db) => db.selectFrom("audit_head").select(["id", "hash"]).executeTakeFirst();

/** The fault of a period that begins later than the next entry. */
async function tooLate(db: Db, [newest]: Epochs, head: Place): Promise<string | undefined> {
  if (!newest || newest.from_id <= head.id + 1) return undefined;
  // Another panel may have begun it after entries that were written since the head was read.
  const now = (await headOf(db))?.id ?? head.id;
  if (newest.from_id <= now + 1) return undefined;
  return `audit_keys was changed outside the panel: a key begins at entry ${newest.from_id}, and the newest entry is ${now}.`;
}

/** The fault of entries that the database says have no key, unless the data folder confirms it. */
function unkeptKey(oldest: number, removed: number): string | undefined {
  const first = firstKeyed();
  if (first !== undefined && oldest > first)
    return `audit_keys was changed outside the panel: the first key begins at entry ${oldest}, and according to ${firstKeyedPath()} at entry ${first}. If this is the data folder of another database, delete that file and start the panel.`;
  if (first === undefined && oldest - 1 > removed)
    return `Entries before ${oldest} have no key, and ${firstKeyedPath()}, which confirms that, is missing. Start this version of the panel once, then try again.`;
  return undefined;
}

/**
 * Whether a mark of removed entries can have been written with another key. Its newest entry was not removed and is
 * then one of that key's, so that the log does not count as intact.
 */
function isOfOtherKey({ id, head }: Mark<"cut">, epochs: Epochs, newest: Place): boolean {
  const epoch = epochOf(epochs, head.id);
  return id < head.id && head.id <= newest.id && epoch !== undefined && isForeign(epoch);
}

const DAY = 86_400_000;

/**
 * Verifies the entries since the last verification, and once a day all of them. How far an intact audit was verified is
 * marked with a proof, so that only a holder of the key can move the mark.
 */
export async function verifyFurther(db: Db, now = Date.now()): Promise<Verification> {
  const last = await readMark(db, "verified");
  const mark =
    last?.isOurs && last.mark.wholeAt <= now && now - last.mark.wholeAt < DAY ? last.mark : undefined;
  const found = await verifyAudit(db, mark);
  const { id, hash, fault } = found;
  if (fault === undefined) await writeMark(db, "verified", { id, hash, wholeAt: mark?.wholeAt ?? now });
  return found;
}

/** How many of the entries after `from`, up to `to`, were written with another key. */
function foreignEntries(epochs: Epochs, from: number, to: number): number {
  let count = 0;
  let end = to;
  for (const epoch of epochs) {
    if (isForeign(epoch)) count += Math.max(0, end - Math.max(from, epoch.from_id - 1));
    end = Math.min(end, epoch.from_id - 1);
  }
  return count;
}

/** Verifies the chain up to an entry and updates `found`. @returns the first fault */
async function follow(db: Db, to: number, found: Verification, epochs: Epochs): Promise<string | undefined> {
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

/**
 * Checks what the chain itself does not show: text that only some readers see, and whether the database protects
 * entries.
 */
async function around(db: Db, from: number): Promise<string | undefined> {
  const dialect = dialectOf(db);
  // SQLite stores text after a NUL, but its drivers cut it off.
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
