import "server-only";
import { type Kysely, sql } from "kysely";

/** Stores operators' passkeys. Also stores answered challenges, so each challenge is accepted only once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table passkeys (
    id text primary key, operator_id bigint not null references operators(id), name text not null,
    public_key text not null, counter bigint not null, transports text not null,
    created_at bigint not null, last_used_at bigint
  )`.execute(db);
  await sql`create index passkeys_by_operator on passkeys (operator_id)`.execute(db);
  await sql`create table used_challenges (id text primary key, expires_at bigint not null)`.execute(db);
}
