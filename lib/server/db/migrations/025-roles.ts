import "server-only";
import { type Kysely, sql } from "kysely";

/** What an operator may do. Before there were roles, everybody could do everything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operators add column role text not null default 'owner'`.execute(db);
}
