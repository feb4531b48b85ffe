import "server-only";
import { type Kysely, sql } from "kysely";
import { dialectOf } from "../queries";

/**
 * Assigns every version, apply, measurement and notification to a row of `config_files`. Versions and applies
 * were assigned to a path before. Each path with a history becomes a file. Measurements and notifications had
 * no path, so they are assigned to the file that was changed last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = dialectOf(db) === "postgres";
  const serial = postgres
    ? sql`bigint generated always as identity primary key`
    : sql`integer primary key autoincrement`;
  await sql`create table config_files (
    id ${serial}, created_at bigint not null, undone_dismissed bigint not null
  )`.execute(db);
  await sql`create table config_paths (
    path text primary key, file_id bigint not null references config_files(id), database_id text, basis text not null,
    since bigint not null
  )`.execute(db);
  await sql`create index config_paths_by_file on config_paths (file_id)`.execute(db);
  await addFiles(db);
  await moveVersions(db);
  await moveMeasurements(db);
}

async function addFiles(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ path: string }>`
    select config_path as path from config_revisions union select config_path from running_versions
    union select config_path from applies order by 1
  `.execute(db);
  for (const { path } of rows) {
    await sql`insert into config_files (created_at, undone_dismissed) values (
      coalesce((select min(created_at) from config_revisions where config_path = ${path}), ${Date.now()}),
      coalesce((select cast(value as bigint) from meta where key = ${`config-undone-dismissed:${path}`}), 0)
    )`.execute(db);
    await sql`insert into config_paths (path, file_id, database_id, basis, since)
      select ${path}, id, null, 'new', created_at from config_files order by id desc limit 1`.execute(db);
  }
  await sql`delete from meta where key like 'config-undone-dismissed:%'`.execute(db);
}

async function moveVersions(db: Kysely<unknown>): Promise<void> {
  const postgres = dialectOf(db) === "postgres";
  for (const table of ["config_revisions", "applies"]) {
    await sql`alter table ${sql.table(table)} add column file_id bigint references config_files(id)`.execute(
      db,
    );
    await sql`update ${sql.table(table)} set file_id =
      (select file_id from config_paths where path = ${sql.ref(`${table}.config_path`)})`.execute(db);
    // SQLite cannot add this constraint to an existing column.
    if (postgres) await sql`alter table ${sql.table(table)} alter column file_id set not null`.execute(db);
  }
  const indexes = [
    "config_revisions_by_path",
    "config_revisions_by_state",
    "applies_under_way",
    "applies_by_age",
  ];
  for (const index of indexes) await sql`drop index ${sql.ref(index)}`.execute(db);
  for (const table of ["config_revisions", "applies"])
    await sql`alter table ${sql.table(table)} drop column config_path`.execute(db);
  await sql`create index config_revisions_by_file on config_revisions (file_id, id)`.execute(db);
  await sql`create index config_revisions_by_state on config_revisions (file_id, state, id)`.execute(db);
  await sql`create unique index applies_under_way on applies (file_id) where ended_at is null`.execute(db);
  await sql`create index applies_by_age on applies (file_id, created_at)`.execute(db);

  await rebuild(
    db,
    "running_versions",
    sql`file_id bigint primary key references config_files(id), etag text not null,
      content ${postgres ? sql`bytea` : sql`blob`} not null, known_by text not null, at bigint not null`,
    sql`select p.file_id, r.etag, r.content, r.known_by, r.at
      from running_versions r join config_paths p on p.path = r.config_path`,
  );
}

async function moveMeasurements(db: Kysely<unknown>): Promise<void> {
  const compact = dialectOf(db) === "postgres" ? sql`` : sql`without rowid`;
  const file = sql`file_id bigint not null references config_files(id)`;
  const newest = sql`coalesce(
    (select file_id from config_revisions order by id desc limit 1), (select max(id) from config_files)
  )`;
  // Copies no rows if the database has no configuration file to assign the rows to.
  const own = (table: string) =>
    sql`select ${newest}, t.* from ${sql.table(table)} t where exists (select 1 from config_files)`;
  await rebuild(
    db,
    "watch_samples",
    sql`${file}, at bigint not null, series text not null, value bigint, primary key (file_id, at, series)`,
    own("watch_samples"),
    compact,
  );
  await rebuild(
    db,
    "watch_hours",
    sql`${file}, at bigint not null, series text not null, samples integer not null, up integer not null, low bigint,
      total bigint not null, high bigint, primary key (file_id, at, series)`,
    own("watch_hours"),
    compact,
  );
  await rebuild(
    db,
    "watch_parts",
    sql`${file}, name text not null, target text not null, ms integer, reason text, certificate_days integer,
      at bigint not null, failures integer not null, failed_since bigint, primary key (file_id, name)`,
    own("watch_parts"),
  );
  await rebuild(
    db,
    "watch_outages",
    sql`${file}, part text not null, began bigint not null, ended bigint, primary key (file_id, part, began)`,
    own("watch_outages"),
  );
  await sql`create index watch_outages_by_end on watch_outages (file_id, ended)`.execute(db);
  await sql`alter table notifications add column file_id bigint references config_files(id)`.execute(db);
  await sql`update notifications set file_id = ${newest}`.execute(db);
  await sql`delete from notifications where file_id is null`.execute(db);
  // The panel recreates the lease and these entries with the file's id in their names.
  await sql`delete from leases where name = 'watch'`.execute(db);
  await sql`delete from meta where key like 'told:%'`.execute(db);
}

/**
 * Rebuilds a table with a primary key that starts with the file's id. No single statement can change a primary key in
 * both SQLite and PostgreSQL.
 */
async function rebuild(
  db: Kysely<unknown>,
  table: string,
  columns: ReturnType<typeof sql>,
  rows: ReturnType<typeof sql>,
  options: ReturnType<typeof sql> = sql``,
): Promise<void> {
  const next = sql.table(`${table}_by_file`);
  await sql`create table ${next} (${columns}) ${options}`.execute(db);
  await sql`insert into ${next} ${rows}`.execute(db);
  await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table ${next} rename to ${sql.ref(table)}`.execute(db);
}
