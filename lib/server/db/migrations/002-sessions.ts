import "server-only";
import { type Kysely, sql } from "kysely";
import { dialectOf } from "../queries";

/**
 * Stores operators' sessions and failed password guesses. Earlier sessions, which existed only as cookies, end with
 * this migration, so everybody must sign in again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sessions (
    id text primary key, operator_id bigint not null references operators(id), sessions_valid_since bigint not null,
    address text not null, user_agent text not null, created_at bigint not null, last_seen_at bigint not null
  )`.execute(db);
  await sql`create index sessions_by_operator on sessions (operator_id)`.execute(db);
  // With SQLite, there is only one process, and it stores guesses in memory.
  if (dialectOf(db) === "postgres") {
    await sql`create unlogged table guesses (
      key text primary key, failures integer not null, retry_at bigint not null, forget_at bigint not null
    )`.execute(db);
  }
}
