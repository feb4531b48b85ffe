import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * What kind of author a version and an audit entry has, in addition to the name. Entries that are there stay as they are, because
 * the chain covers them; a version under the panel's name is the panel's unless an operator has that name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit add column actor_kind text`.execute(db);
  await sql`alter table config_revisions add column author_kind text not null default 'unknown'`.execute(db);
  await sql`update config_revisions set author_kind = case
    when author not in ('system', 'outside the panel') then 'operator'
    when exists (select 1 from operators where username = config_revisions.author) then 'unknown'
    when author = 'system' then 'panel' else 'outside' end`.execute(db);
}
