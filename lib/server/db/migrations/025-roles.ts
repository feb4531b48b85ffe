import "server-only";
import { type Kysely, sql } from "kysely";

/** Adds roles of operators. Existing operators become owners, because before, every operator could do everything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operators add column role text not null default 'owner'`.execute(db);
}
