import "server-only";
import { type Kysely, sql } from "kysely";
import { dialectOf } from "../queries";

/**
 * Stores the number of members, bots and roles in each guild's row. Triggers update these counts after any statement
 * that adds or removes a member or role. The panel locks the guilds before such a statement
 * (`lib/server/instance/local/context.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["member_count", "bot_count", "role_count"])
    await sql`alter table guilds add column ${sql.ref(column)} integer not null default 0`.execute(db);
  await sql`update guilds set
    member_count = (select count(*) from members where guild_id = guilds.id),
    bot_count = (select count(*) from members where guild_id = guilds.id and bot = 1),
    role_count = (select count(*) from roles where guild_id = guilds.id)`.execute(db);
  await (dialectOf(db) === "postgres" ? countInPostgres(db) : countInSqlite(db));
}

async function countInSqlite(db: Kysely<unknown>): Promise<void> {
  for (const [event, row, sign] of [
    ["insert", "new", "+"],
    ["delete", "old", "-"],
  ]) {
    const change = (column: string, by: string) => `${column} = ${column} ${sign} ${by}`;
    const where = `where id = ${row}.guild_id`;
    await sql`create trigger ${sql.raw(`members_counted_at_${event} after ${event} on members begin
      update guilds set ${change("member_count", "1")}, ${change("bot_count", `${row}.bot`)} ${where};
    end`)}`.execute(db);
    await sql`create trigger ${sql.raw(`roles_counted_at_${event} after ${event} on roles begin
      update guilds set ${change("role_count", "1")} ${where};
    end`)}`.execute(db);
  }
}

/**
 * The triggers run once per statement. When a guild with 100,000 members is deleted, row-level triggers would
 * update the guild 100,000 times.
 */
async function countInPostgres(db: Kysely<unknown>): Promise<void> {
  const counting = (name: string, columns: string, counts: string) =>
    sql`create function ${sql.raw(name)}() returns trigger language plpgsql as $$
    declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;
    begin
      update guilds set ${sql.raw(columns)}
      from (select guild_id, ${sql.raw(counts)} from changed group by guild_id) as by where guilds.id = by.guild_id;
      return null;
    end $$`.execute(db);
  await counting(
    "count_members",
    "member_count = member_count + sign * by.members, bot_count = bot_count + sign * by.bots",
    "count(*) as members, sum(bot) as bots",
  );
  await counting("count_roles", "role_count = role_count + sign * by.roles", "count(*) as roles");
  for (const table of ["members", "roles"])
    for (const [event, rows] of [
      ["insert", "new"],
      ["delete", "old"],
    ])
      await sql`create trigger ${sql.raw(`${table}_counted_at_${event} after ${event} on ${table}
        referencing ${rows} table as changed for each statement execute function count_${table}()`)}`.execute(
        db,
      );
}
