import "server-only";
import { type Kysely, sql } from "kysely";
import { dialectOf } from "../queries";

/**
 * Stores samples of the running instance, hourly totals and outages, messages for the webhook, and addresses
 * from which operators signed in. Samples are read by time for all series together, so the time is the first
 * column of their primary keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = dialectOf(db) === "postgres";
  // Without row ids, a SQLite table takes half the space.
  const compact = postgres ? sql`` : sql`without rowid`;
  const serial = postgres
    ? sql`bigint generated always as identity primary key`
    : sql`integer primary key autoincrement`;
  await sql`create table watch_samples (
    at bigint not null, series text not null, value bigint, primary key (at, series)
  ) ${compact}`.execute(db);
  await sql`create table watch_hours (
    at bigint not null, series text not null, samples integer not null, up integer not null,
    low bigint, total bigint not null, high bigint, primary key (at, series)
  ) ${compact}`.execute(db);
  await sql`create table watch_parts (
    name text primary key, target text not null, ms integer, reason text, certificate_days integer,
    at bigint not null, failures integer not null, failed_since bigint
  )`.execute(db);
  await sql`create table watch_outages (
    part text not null, began bigint not null, ended bigint, primary key (part, began)
  )`.execute(db);
  await sql`create index watch_outages_by_end on watch_outages (ended)`.execute(db);
  await sql`create table leases (name text primary key, holder text not null, expires_at bigint not null)`.execute(
    db,
  );
  await sql`create table notifications (
    id ${serial}, at bigint not null, event text not null, body text not null, tries integer not null,
    next_at bigint not null
  )`.execute(db);
  await sql`create table sign_in_addresses (
    operator_id bigint not null references operators(id), address text not null, last_seen_at bigint not null,
    primary key (operator_id, address)
  )`.execute(db);
}
