import "server-only";
import { type Kysely, sql } from "kysely";
import { dialectOf } from "../dialect";

/**
 * Operators' sessions, and failed password guesses. This migration ends earlier sessions, which existed only as
 * cookies, so everybody has to sign in again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sessions (
    id text primary key, operator_id bigint not null references operators(id), sessions_valid_since bigint not null,
    address text not null, user_agent text not null, created_at bigint not null, last_seen_at bigint not null
  )`.execute(db);
  await sql`create index sessions_by_operator on sessions (operator_id)`.execute(db);
  // With SQLite, the single process stores guesses in memory.
  if (dialectOf(db) === "postgres") {
    await sql`create unlogged table guesses (
      key text primary key, failures integer not null, retry_at bigint not null, forget_at bigint not null
    )`.execute(db);
  }
}
