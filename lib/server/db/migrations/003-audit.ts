import "server-only";
import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { dialectOf } from "../queries";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The first entry uses this value in place of a previous entry's hash. */
const BEGINNING = "0".repeat(64);
/** Number of old entries that are read and hashed at a time. */
const BATCH = 1_000;

interface OldEntry {
  id: number;
  at: number;
  actor: string;
  action: string;
  target: string | null;
  detail: string | null;
}

/**
 * Adds the origin and the outcome of the action to audit entries, and chains entries by hashes
 * (`lib/server/audit/chain.ts` explains the formula). Triggers make the database refuse to change or delete entries.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = dialectOf(db) === "postgres";
  for (const column of [
    sql`user_id text`,
    sql`address text`,
    sql`browser text`,
    sql`outcome text not null default 'done'`,
    sql`completes bigint`,
    sql`hash text not null default ''`,
  ])
    await sql`alter table audit add column ${column}`.execute(db);
  // The panel assigns the id, because it is the entry's position in the chain.
  if (postgres) await sql`alter table audit alter column id drop identity`.execute(db);
  await sql`create unique index audit_outcomes on audit (completes) where completes is not null`.execute(db);
  await sql`create table audit_head (
    name text primary key, id bigint not null, hash text not null
  )`.execute(db);
  const head = await chainOldEntries(db);
  await sql`insert into audit_head (name, id, hash) values ('audit', ${head.id}, ${head.hash})`.execute(db);
  await (postgres ? guardPostgres(db) : guardSqlite(db));
}

async function chainOldEntries(db: Kysely<unknown>): Promise<{ id: number; hash: string }> {
  let head = { id: 0, hash: BEGINNING };
  for (;;) {
    const { rows } = await sql<OldEntry>`
      select id, at, actor, action, target, detail from audit where id > ${head.id} order by id limit ${BATCH}
    `.execute(db);
    for (const { id, at, actor, action, target, detail } of rows) {
      const content = [at, actor, null, action, target, detail, null, null, "done", null];
      const hash = sha256(`${head.hash} ${id} ${sha256(JSON.stringify(content))}`);
      await sql`update audit set hash = ${hash} where id = ${id}`.execute(db);
      head = { id, hash };
    }
    if (rows.length < BATCH) return head;
  }
}

async function guardSqlite(db: Kysely<unknown>): Promise<void> {
  for (const [event, when] of [
    ["update on audit", ""],
    ["delete on audit", ""],
    ["delete on audit_head", ""],
    ["update on audit_head", "when new.id <= old.id"],
  ] as const) {
    const name = `${event.split(" ").join("_")}_refused`;
    await sql`create trigger ${sql.raw(name)} before ${sql.raw(`${event} ${when}`)}
      begin select raise(abort, 'the audit can only be added to'); end`.execute(db);
  }
}

async function guardPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_audit_change() returns trigger language plpgsql as $$
    begin raise exception 'the audit can only be added to'; end $$`.execute(db);
  for (const [name, event] of [
    ["audit_kept", "update or delete on audit for each row"],
    ["audit_not_emptied", "truncate on audit for each statement"],
    ["audit_head_kept", "delete on audit_head for each row"],
    ["audit_head_not_emptied", "truncate on audit_head for each statement"],
    ["audit_head_forward", "update on audit_head for each row when (new.id <= old.id)"],
  ] as const) {
    await sql`create trigger ${sql.raw(name)} before ${sql.raw(event)} execute function refuse_audit_change()`.execute(
      db,
    );
  }
}
