import "server-only";
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table api_tokens (
    id text primary key, hash text not null unique, operator_id bigint not null references operators(id),
    name text not null, role text not null, confirmed integer not null, created_at bigint not null,
    expires_at bigint not null, last_used_at bigint, last_address text, account text
  )`.execute(db);
  await sql`create index api_tokens_by_operator on api_tokens (operator_id)`.execute(db);
}
