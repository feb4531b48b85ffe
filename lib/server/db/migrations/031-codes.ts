import "server-only";
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table totp (
    operator_id bigint primary key references operators(id), secret text not null, last_step bigint not null,
    created_at bigint not null
  )`.execute(db);
  await sql`create table recovery_codes (
    operator_id bigint not null references operators(id), hash text not null, primary key (operator_id, hash)
  )`.execute(db);
}
