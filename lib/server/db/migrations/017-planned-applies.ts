import "server-only";
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table planned_applies (
    file_id bigint primary key references config_files(id), at bigint not null, actor text not null,
    planner text not null, role text not null, etag text not null, created_at bigint not null, is_announced integer not null default 0
  )`.execute(db);
}
