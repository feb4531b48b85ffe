import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * Stores the kind of each author in addition to the name. Existing audit entries get no kind, because that
 * would change their hashes. Existing versions saved by the panel get the kind `panel`, unless an operator
 * has the panel's name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit add column actor_kind text`.execute(db);
  await sql`alter table config_revisions add column author_kind text not null default 'unknown'`.execute(db);
  await sql`update config_revisions set author_kind = case
    when author not in ('system', 'outside the panel') then 'operator'
    when exists (select 1 from operators where username = config_revisions.author) then 'unknown'
    when author = 'system' then 'panel' else 'outside' end`.execute(db);
}
