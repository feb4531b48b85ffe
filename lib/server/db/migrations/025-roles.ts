import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * Adds operator roles. Existing operators become owners, because until now every operator could do
 * everything.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operators add column role text not null default 'owner'`.execute(db);
}
