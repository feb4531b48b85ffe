import "server-only";
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table invitations (
    id text primary key, hash text not null unique, operator_id bigint not null references operators(id),
    role text not null, created_at bigint not null, expires_at bigint not null
  )`.execute(db);
  await sql`create index invitations_by_operator on invitations (operator_id)`.execute(db);
  await sql`alter table operators add column must_change_password integer not null default 0`.execute(db);
}
