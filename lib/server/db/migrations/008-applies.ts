import "server-only";
import { type Kysely, sql } from "kysely";
import { dialectOf } from "../queries";

export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = dialectOf(db) === "postgres";
  const bytes = postgres ? sql`bytea` : sql`blob`;
  const id = postgres
    ? sql`bigint generated always as identity primary key`
    : sql`integer primary key autoincrement`;
  await sql`create table running_versions (
    config_path text primary key, etag text not null, content ${bytes} not null, known_by text not null, at bigint not null
  )`.execute(db);
  await sql`create table applies (
    id ${id}, config_path text not null, etag text not null, revision bigint, from_etag text, from_content ${bytes},
    actor text not null, way text not null, state text not null, checks text not null, output text not null,
    reason text, taken_back text not null, keep integer not null, holder text, lease_until bigint not null,
    created_at bigint not null, deadline bigint, ended_at bigint
  )`.execute(db);
  // Across all replicas, only one apply per file may be in progress. The database refuses a second one.
  await sql`create unique index applies_under_way on applies (config_path) where ended_at is null`.execute(
    db,
  );
  await sql`create index applies_by_age on applies (config_path, created_at)`.execute(db);
}
