import "server-only";
import { type Kysely, sql } from "kysely";
import { dialectOf } from "../queries";

/**
 * Stores the last verified entry of the audit log, and the last entry that was removed because of its age. The database
 * still refuses to delete any later entry.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table audit_marks (
    name text primary key, id bigint not null, content text not null, proof text not null
  )`.execute(db);
  const removed = "coalesce((select id from audit_marks where name = 'cut'), 0)";
  if (dialectOf(db) === "postgres") {
    await sql`drop trigger audit_kept on audit`.execute(db);
    await sql`create trigger audit_kept before update on audit for each row execute function refuse_audit_change()`.execute(
      db,
    );
    await sql`create function refuse_audit_removal() returns trigger language plpgsql as ${sql.raw(`$$
      begin
        if old.id > ${removed} then raise exception 'the audit can only be added to'; end if;
        return old;
      end $$`)}`.execute(db);
    await sql`create trigger audit_not_removed before delete on audit for each row execute function refuse_audit_removal()`.execute(
      db,
    );
    return;
  }
  await sql`drop trigger delete_on_audit_refused`.execute(db);
  await sql`create trigger delete_on_audit_refused before delete on audit when old.id > ${sql.raw(removed)}
    begin select raise(abort, 'the audit can only be added to'); end`.execute(db);
}
