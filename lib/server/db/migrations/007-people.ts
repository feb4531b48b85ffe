import "server-only";
import { type Kysely, sql } from "kysely";
import { dialectOf, nameKey } from "../queries";

/** Number of rows whose name keys are computed at a time. */
const BATCH = 1_000;

/**
 * Adds indexes to read lists of guilds, members and users page by page. Names are sorted by a folded key, and a
 * guild's bots are listed separately from its people. Also adds named user tokens, which can be revoked one by one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // With this collation, both databases sort keys by code point, so a prefix search reads one range of the
  // index.
  const key = dialectOf(db) === "postgres" ? sql`text collate "C"` : sql`text`;
  await sql`alter table users add column username_key ${key} not null default ''`.execute(db);
  await sql`alter table guilds add column name_key ${key} not null default ''`.execute(db);
  await sql`alter table members add column bot integer not null default 0`.execute(db);
  await fill(db, "users", "username", "username_key");
  await fill(db, "guilds", "name", "name_key");
  await sql`update members set bot = 1 where user_id in (select id from users where bot = 1)`.execute(db);
  await sql`create index users_by_name on users (bot, deleted, username_key, id)`.execute(db);
  await sql`create index guilds_by_name on guilds (name_key, id)`.execute(db);
  await sql`create index members_by_age on members (guild_id, bot, joined_at, user_id)`.execute(db);
  await sql`create index member_roles_by_role on member_roles (role_id)`.execute(db);

  await sql`create table user_tokens (
    id text primary key, user_id text not null references users(id), name text not null, created_by text not null,
    created_at bigint not null, expires_at bigint not null, last_used_at bigint, revoked_at bigint
  )`.execute(db);
  await sql`create index user_tokens_by_user on user_tokens (user_id, created_at, id)`.execute(db);
}

/** Computes the keys in JavaScript, because neither database folds letters as `nameKey` does. */
async function fill(db: Kysely<unknown>, table: string, name: string, key: string): Promise<void> {
  let after = "";
  for (;;) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, ${sql.ref(name)} as name from ${sql.table(table)} where id > ${after} order by id limit ${BATCH}
    `.execute(db);
    for (const row of rows)
      await sql`update ${sql.table(table)} set ${sql.ref(key)} = ${nameKey(row.name)} where id = ${row.id}`.execute(
        db,
      );
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}
