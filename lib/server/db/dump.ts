import "server-only";
import { sql } from "kysely";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { finishedMigrations, migrate, ownMigrations } from "./migrate";
import { schema } from "./schema";
import type { Db, Tx } from "./tables";

/*
 * A dump of a PostgreSQL database as JSON Lines: the migrations, then each row as `[table, row]`, then the number of
 * rows per table. Unlike pg_dump, it needs no program of the server's version. SQLite copies its file instead.
 */

const OWN = schema("postgres").flatMap(
  (statement) => /^\s*create (?:unlogged )?table (\w+)/.exec(statement)?.[1] ?? [],
);
/** Tables in an order in which rows can be inserted. Without tables whose rows are worth nothing after a restore. */
const TABLES = OWN.filter((name) => !["leases", "workers", "rate_limits"].includes(name));

const BATCH = 500;

const head = z.object({ format: z.literal(1), migrations: z.array(z.string()).min(1) });
const row = z.tuple([z.string(), z.record(z.string(), z.unknown())]);
const end = z.object({ end: z.record(z.string(), z.int()) });
const bytes = z.object({ $bytes: z.base64() });

const written = (_: string, value: unknown) =>
  typeof value === "object" && value !== null && "type" in value && value.type === "Buffer" && "data" in value
    ? { $bytes: Buffer.from(value.data as number[]).toString("base64") }
    : value;

export async function* dumpLines(db: Db): AsyncGenerator<string> {
  const connection = await db.startTransaction().setIsolationLevel("repeatable read").execute();
  try {
    yield `${JSON.stringify({ format: 1, migrations: await finishedMigrations(connection) })}\n`;
    const counts: Record<string, number> = {};
    for (const table of TABLES) {
      counts[table] = 0;
      await sql`declare dumped no scroll cursor for select * from ${sql.table(table)}`.execute(connection);
      for (;;) {
        const { rows } = await sql<object>`fetch 500 from dumped`.execute(connection);
        if (rows.length === 0) break;
        counts[table] += rows.length;
        yield rows.map((one) => `${JSON.stringify([table, one], written)}\n`).join("");
      }
      await sql`close dumped`.execute(connection);
    }
    yield `${JSON.stringify({ end: counts })}\n`;
  } finally {
    // If the connection is lost, its error is the one that helps.
    await connection
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}

/**
 * @param options.ofAnyVersion whether the dump may be of an older version, as a backup before an upgrade is
 * @throws AppError `conflict` if the dump is incomplete, was changed, or is of another version
 */
export async function* readDump(
  lines: AsyncIterable<string>,
  { ofAnyVersion = false }: { ofAnyVersion?: boolean } = {},
): AsyncGenerator<{ table: string; row: Record<string, unknown> }> {
  const counts: Record<string, number> = {};
  let isBegun = false;
  let ended: Record<string, number> | undefined;
  for await (const line of lines) {
    const value = jsonIn(line);
    if (!isBegun) {
      const begun = head.safeParse(value);
      if (!begun.success) throw damaged();
      if (!ofAnyVersion && begun.data.migrations.join() !== ownMigrations.join()) throw otherVersion();
      isBegun = true;
      continue;
    }
    const { data } = row.safeParse(value);
    if (data && !ended) {
      const [table, values] = data;
      if (!TABLES.includes(table)) throw damaged();
      counts[table] = (counts[table] ?? 0) + 1;
      yield { table, row: values };
      continue;
    }
    const last = end.safeParse(value);
    if (!last.success || ended) throw damaged();
    ended = last.data.end;
  }
  if (!ended || TABLES.some((table) => (counts[table] ?? 0) !== ended?.[table])) throw damaged();
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

const damaged = () =>
  new AppError("conflict", "The backup's database is incomplete or was changed. Use another backup.");

export const otherVersion = () =>
  new AppError(
    "conflict",
    "The backup was made by another version of Instance Admin, whose tables differ. Nothing was changed. Restore it with that version and instance-admin restore, or use another backup.",
  );

/**
 * @param options.schema the schema that gets the tables, if it is not the database's
 * @param options.last called before the rows are committed; if it throws, they are not
 * @throws AppError `conflict` if the database is not empty, or the dump is damaged
 */
export async function restoreDump(
  db: Db,
  lines: AsyncIterable<string>,
  { schema: place, last }: { schema?: string; last?: () => Promise<void> } = {},
): Promise<void> {
  if (!(await isEmpty(db)))
    throw new AppError(
      "conflict",
      "The database at DATABASE_URL is not empty. Nothing was changed. Create an empty database, set DATABASE_URL to it and try again.",
    );
  await migrate(db, { schema: place });
  await db.transaction().execute(async (tx) => {
    // The triggers count members and roles, and the rows of guilds already contain these counts.
    for (const table of ["members", "roles"])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    let batch: { table: string; rows: Record<string, unknown>[] } = { table: "", rows: [] };
    for await (const { table, row: values } of readDump(lines)) {
      if (table !== batch.table || batch.rows.length >= BATCH) {
        await insert(tx, batch);
        batch = { table, rows: [] };
      }
      batch.rows.push(values);
    }
    await insert(tx, batch);
    for (const table of ["members", "roles"])
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
    await moveSequences(tx);
    await last?.();
  });
}

/** A restore that was interrupted leaves tables without rows, apart from the first head of the audit log. */
async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  for (const { name } of rows) {
    if (name.startsWith("kysely_migration") || name === "audit_head") continue;
    const isOwn = OWN.includes(name);
    if (!isOwn || (await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)).rows.length > 0)
      return false;
  }
  return true;
}

async function insert(tx: Tx, batch: { table: string; rows: Record<string, unknown>[] }): Promise<void> {
  // The schema has created the row of the newest entry, which only moves forward.
  const rows = batch.table === "audit_head" ? await movedHeads(tx, batch.rows) : batch.rows;
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const values = rows.map((one) => sql`(${sql.join(columns.map((column) => sql`${read(one[column])}`))})`);
  await sql`insert into ${sql.table(batch.table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    overriding system value values ${sql.join(values)}`.execute(tx);
}

async function movedHeads(tx: Tx, rows: Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
  for (const { name, id, hash } of rows)
    if (name === "audit" && Number(id) > 0)
      await sql`update audit_head set id = ${id}, hash = ${hash} where name = 'audit'`.execute(tx);
  return rows.filter(({ name }) => name !== "audit");
}

const read = (value: unknown): unknown => {
  const { data } = bytes.safeParse(value);
  return data ? Buffer.from(data.$bytes, "base64") : value;
};

async function moveSequences(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(tx);
  for (const { name } of rows)
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), coalesce(max(id), 0) + 1, false)
      from ${sql.table(name)}`.execute(tx);
}
