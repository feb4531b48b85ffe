import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * Stores operators' identities at an OpenID Connect provider, and how each session was started. Until
 * `password_until` (ms), an operator may sign in with a password even if password sign-in is off.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of [
    sql`oidc_issuer text`,
    sql`oidc_subject text`,
    sql`oidc_grant text`,
    sql`oidc_checked_at bigint not null default 0`,
    sql`password_until bigint not null default 0`,
  ])
    await sql`alter table operators add column ${column}`.execute(db);
  await sql`create unique index operators_by_subject on operators (oidc_issuer, oidc_subject)`.execute(db);
  await sql`alter table sessions add column method text not null default 'password'`.execute(db);
}
