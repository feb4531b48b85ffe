import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * Stores the steps of each apply with their times, the questions that operators were asked, and the answers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of [
    // Replaces the column `keep`, which could store only one of the possible answers.
    sql`answer text`,
    sql`steps text not null default '[]'`,
    sql`baseline text not null default '[]'`,
    sql`preflight text not null default '[]'`,
    sql`changes text not null default '[]'`,
    sql`contested text not null default '[]'`,
    sql`from_revision bigint`,
    sql`back_etag text`,
    sql`back_revision bigint`,
    sql`stop_sent_at bigint`,
    sql`stop_ignored integer not null default 0`,
    sql`drafts_offered integer not null default 0`,
    sql`planned_at bigint`,
  ])
    await sql`alter table applies add column ${column}`.execute(db);
  await sql`update applies set answer = 'keep' where keep = 1`.execute(db);
  await sql`update applies set changes = taken_back`.execute(db);
  await sql`alter table applies drop column keep`.execute(db);
}
