import "server-only";
import { type Kysely, sql } from "kysely";

/** The roles of operators. Before there were roles, everybody could do everything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operators add column role text not null default 'owner'`.execute(db);
}
