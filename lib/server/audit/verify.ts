import "server-only";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, dialectOf, type Row } from "@/lib/server/db";
import { BEGINNING, CONTENT, contentOf, plain } from "./chain";
import { keyed, proofFrom } from "./key";

/** How many entries are read at a time. The event loop gets a turn in between. */
const BATCH = 2_000;

export interface Verification {
  /** The newest entry that was reached, and its hash. */
  id: number;
  hash: string;
  /** What is wrong with the audit, as a sentence; undefined if it is intact. */
  fault?: string;
  /** Entries whose key is not this process's: only that none is missing could be verified. */
  otherKey: number;
}

/** The outcome in a sentence, for people. */
export function summaryOf({ id, fault, otherKey }: Verification): string {
  if (fault !== undefined) return fault;
  const entries = `${id} ${id === 1 ? "entry" : "entries"}`;
  if (otherKey === 0) return `The audit log is intact: ${entries}.`;
  return `No entry is missing (${entries}), but ${otherKey} were written with another NEXTAUTH_SECRET. Set that one to verify their content.`;
}

/** Everything in the database that refuses to change or remove entries, by dialect (`003-audit`). */
const TRIGGERS = {
  sqlite: [
    "update_on_audit_refused",
    "delete_on_audit_refused",
    "delete_on_audit_head_refused",
    "update_on_audit_head_refused",
  ],
  postgres: [
    "audit_kept",
    "audit_not_emptied",
    "audit_head_kept",
    "audit_head_not_emptied",
    "audit_head_forward",
  ],
};

const describe = ({ id, at, actor, action }: Row<"audit">) =>
  `Entry ${id} (${new Date(at).toISOString()}, ${actor}, ${action})`;

/**
 * Follows the whole chain, while the panel may write to it: entries are only added, so those up to the head that is read
 * first do not change.
 */
export async function verifyAudit(db: Db): Promise<Verification> {
  const head = await db.selectFrom("audit_head").select(["id", "hash"]).executeTakeFirst();
  const found: Verification = { id: 0, hash: BEGINNING, otherKey: 0 };
  if (!head) return { ...found, fault: "The row of audit_head, which names the newest entry, is gone." };
  const fault = (await follow(db, head.id, found)) ?? (await atTheEnd(db, head, found)) ?? (await around(db));
  return { ...found, ...(fault !== undefined && { fault }) };
}

/** Moves `found` along the chain up to an entry. @returns the first fault */
async function follow(db: Db, to: number, found: Verification): Promise<string | undefined> {
  const epochs = await db.selectFrom("audit_keys").selectAll().orderBy("from_id", "desc").execute();
  if (epochs.length === 0)
    return "The audit has no key: audit_keys has no row. Start this version of the panel once, then try again.";
  const digestOf = (row: Row<"audit">): string | null => {
    const text = JSON.stringify(contentOf(row));
    const epoch = epochs.find(({ from_id }) => from_id <= row.id);
    if (!epoch) return plain(text);
    return epoch.proof === proofFrom(epoch.from_id) ? keyed(text) : null;
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
        return `${describe(row)} is the first wrong entry: it was changed or added, or entries between ${found.id} and it were removed. Do not trust anything from there on.`;
      found.id = row.id;
      found.hash = row.hash;
      if (digest === null) found.otherKey += 1;
    }
    if (rows.length < BATCH) return undefined;
    await setImmediate();
  }
}

async function atTheEnd(
  db: Db,
  head: { id: number; hash: string },
  found: Verification,
): Promise<string | undefined> {
  if (head.id > found.id) return `Entry ${found.id + 1} and everything up to ${head.id} were removed.`;
  if (head.hash !== found.hash) return `Entry ${found.id} is not the one that was written last (${head.id}).`;
  const extra = await db
    .selectFrom("audit")
    .selectAll()
    .where(({ eb, or, selectFrom }) =>
      or([eb("id", "<", 1), eb("id", ">", selectFrom("audit_head").select("id"))]),
    )
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return extra && `${describe(extra)} is the first wrong entry: it was added without the panel.`;
}

/** What the chain itself does not show: text that only some readers see, and whether the database guards entries. */
async function around(db: Db): Promise<string | undefined> {
  const dialect = dialectOf(db);
  // SQLite stores what follows a NUL, and its drivers cut it off.
  const hidden = dialect === "sqlite" ? await hiddenText(db) : undefined;
  if (hidden) return `${describe(hidden)} holds text that is not plain: it was changed without the panel.`;
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
  return `The database no longer refuses changes of the audit: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} gone or disabled.`;
}

async function hiddenText(db: Db): Promise<Row<"audit"> | undefined> {
  const isHidden = CONTENT.filter((name) => name !== "at" && name !== "completes").map(
    (name) =>
      sql`typeof(${sql.ref(name)}) not in ('text', 'null') or instr(cast(${sql.ref(name)} as blob), x'00') > 0`,
  );
  const { rows } = await sql<Row<"audit">>`
    select * from audit where ${sql.join(isHidden, sql` or `)} order by id limit 1`.execute(db);
  return rows[0];
}
