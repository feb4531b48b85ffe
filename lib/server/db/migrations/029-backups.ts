import "server-only";
import { type Kysely, sql } from "kysely";
import { dialectOf } from "../queries";

/** Stores backups and failed attempts. `due_at` is unique, so that only one replica makes a scheduled backup. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const serial =
    dialectOf(db) === "postgres"
      ? sql`bigint generated always as identity primary key`
      : sql`integer primary key autoincrement`;
  await sql`create table backups (
    id ${serial}, at bigint not null, ended_at bigint, actor text not null, due_at bigint unique, host text not null,
    folder text not null, size bigint, problem text
  )`.execute(db);
}
