import "server-only";
import type { Generated, Insertable, Selectable } from "kysely";

/*
 * Columns are chosen so that both databases return the same JavaScript values: Snowflakes and 64-bit permission sets
 * are decimal text, moments are integers of milliseconds since 1970, flags are 0 or 1.
 */

export interface OperatorsTable {
  id: Generated<number>;
  username: string;
  /** Case-folded username; unique. */
  username_key: string;
  password_hash: string;
  /** The operator's user in the local instance directory (Snowflake); empty beside an existing instance. */
  user_id: string;
  /** Sessions issued before this moment (ms) are not valid: password change, sign-out everywhere. */
  sessions_valid_since: number;
  disabled: number;
  created_at: number;
}

export interface AuditTable {
  id: Generated<number>;
  at: number;
  /** Operator's user name at the time, or `system`. */
  actor: string;
  /** Dotted verb, such as `config.save` or `operator.create`. */
  action: string;
  target: string | null;
  /** JSON text; never holds a secret. */
  detail: string | null;
}

export interface UsersTable {
  id: string;
  username: string;
  bot: number;
  /** 64-bit set of instance-wide rights, decimal; `register.defaultRights` at creation. */
  rights: string;
  disabled: number;
  deleted: number;
  /** Tokens issued before this moment (ms) are not valid. */
  valid_tokens_since: number;
  created_at: number;
}

export interface GuildsTable {
  id: string;
  name: string;
  owner_id: string;
  created_at: number;
}

export interface MembersTable {
  guild_id: string;
  user_id: string;
  joined_at: number;
}

export interface RolesTable {
  id: string;
  guild_id: string;
  name: string;
  permissions: string;
  position: number;
  managed: number;
  /** The application whose bot this managed role belongs to. */
  application_id: string | null;
}

export interface MemberRolesTable {
  guild_id: string;
  user_id: string;
  role_id: string;
}

export interface ApplicationsTable {
  id: string;
  name: string;
  description: string;
  icon: string | null;
  bot_public: number;
  flags: number;
  owner_id: string;
  /** Equal to `id` once the application has a bot. */
  bot_user_id: string | null;
  created_at: number;
}

export interface ConfigRevisionsTable {
  id: Generated<number>;
  /** Absolute path of the file that this is a version of. */
  config_path: string;
  /** SHA-256 of the file's bytes, hex. */
  etag: string;
  /** The file's bytes, deflated. */
  content: Buffer;
  author: string;
  note: string | null;
  created_at: number;
  /** `pending` until the rename that publishes the bytes has happened, then `saved`. */
  state: string;
}

export interface WorkersTable {
  /** 0 to 1023; part of every Snowflake this process makes. */
  id: number;
  /** Random identity of the process that holds the lease. */
  holder: string;
  /** The holder makes ids of moments (ms) before this one only; the next holder starts here. */
  expires_at: number;
}

export interface MetaTable {
  key: string;
  value: string;
}

export interface Database {
  operators: OperatorsTable;
  audit: AuditTable;
  users: UsersTable;
  guilds: GuildsTable;
  members: MembersTable;
  roles: RolesTable;
  member_roles: MemberRolesTable;
  applications: ApplicationsTable;
  config_revisions: ConfigRevisionsTable;
  workers: WorkersTable;
  meta: MetaTable;
}

export type Row<T extends keyof Database> = Selectable<Database[T]>;
export type NewRow<T extends keyof Database> = Insertable<Database[T]>;
