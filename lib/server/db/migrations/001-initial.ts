import "server-only";
import { type Kysely, sql } from "kysely";
import { dialectOf } from "../queries";

/** Creates the first schema. See `tables.ts` for the choice of column types. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = dialectOf(db) === "postgres";
  const bytes = postgres ? sql`bytea` : sql`blob`;
  const serial = postgres
    ? sql`bigint generated always as identity primary key`
    : sql`integer primary key autoincrement`;

  await sql`create table operators (
    id ${serial}, username text not null, username_key text not null unique, password_hash text not null,
    user_id text not null, sessions_valid_since bigint not null, disabled integer not null, created_at bigint not null
  )`.execute(db);
  await sql`create table audit (
    id ${serial}, at bigint not null, actor text not null, action text not null, target text, detail text
  )`.execute(db);

  await sql`create table users (
    id text primary key, username text not null, bot integer not null, rights text not null,
    disabled integer not null, deleted integer not null, valid_tokens_since bigint not null, created_at bigint not null
  )`.execute(db);
  await sql`create table guilds (
    id text primary key, name text not null, owner_id text not null references users(id), created_at bigint not null
  )`.execute(db);
  await sql`create table members (
    guild_id text not null references guilds(id), user_id text not null references users(id),
    joined_at bigint not null, primary key (guild_id, user_id)
  )`.execute(db);
  await sql`create index members_by_user on members (user_id)`.execute(db);
  await sql`create table applications (
    id text primary key, name text not null, description text not null, icon text, bot_public integer not null,
    flags integer not null, owner_id text not null references users(id),
    bot_user_id text unique references users(id), created_at bigint not null
  )`.execute(db);
  await sql`create index applications_by_owner on applications (owner_id)`.execute(db);
  await sql`create table roles (
    id text primary key, guild_id text not null references guilds(id), name text not null,
    permissions text not null, position integer not null, managed integer not null,
    application_id text references applications(id), unique (guild_id, application_id)
  )`.execute(db);
  await sql`create table member_roles (
    guild_id text not null, user_id text not null, role_id text not null references roles(id),
    primary key (guild_id, user_id, role_id),
    foreign key (guild_id, user_id) references members(guild_id, user_id)
  )`.execute(db);

  await sql`create table config_revisions (
    id ${serial}, config_path text not null, etag text not null, content ${bytes} not null, author text not null,
    note text, created_at bigint not null, state text not null
  )`.execute(db);
  await sql`create index config_revisions_by_path on config_revisions (config_path, id)`.execute(db);

  await sql`create table workers (
    id integer primary key, holder text not null, expires_at bigint not null
  )`.execute(db);
  // Counts the requests of all replicas, in the format of rate-limiter-flexible. With SQLite, there is only
  // one process, which counts in memory.
  if (postgres) {
    await sql`create unlogged table rate_limits (
      key varchar(255) primary key, points integer not null default 0, expire bigint
    )`.execute(db);
  }
  await sql`create table meta (key text primary key, value text not null)`.execute(db);
}
