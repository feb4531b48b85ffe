import "server-only";
import { type Kysely, sql } from "kysely";
import { dialectOf } from "../queries";

export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = dialectOf(db) === "postgres" ? sql`bytea` : sql`blob`;
  await sql`create table application_icons (
    application_id text primary key references applications(id), hash text not null, type text not null,
    content ${bytes} not null
  )`.execute(db);
  await sql`create index applications_by_name on applications (lower(name), id)`.execute(db);
}
