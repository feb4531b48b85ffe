import "server-only";
import { type Kysely, sql } from "kysely";
import { dialectOf } from "../queries";

export async function up(db: Kysely<unknown>): Promise<void> {
  const serial =
    dialectOf(db) === "postgres"
      ? sql`bigint generated always as identity primary key`
      : sql`integer primary key autoincrement`;
  await sql`alter table notifications add column problem text`.execute(db);
  await sql`create table notification_deliveries (
    id ${serial}, file_id bigint not null, at bigint not null, events text not null, tries integer not null,
    sent integer not null, message text not null
  )`.execute(db);
  await sql`create index notification_deliveries_by_file on notification_deliveries (file_id, id)`.execute(
    db,
  );
}
