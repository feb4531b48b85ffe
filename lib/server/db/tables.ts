import "server-only";
import type { Generated, Insertable, Selectable } from "kysely";

/*
 * Column types are chosen so that both databases return the same JavaScript values: Snowflakes and 64-bit permission
 * sets are decimal text, times are integers in milliseconds since 1970, flags are 0 or 1. All tables are in one file,
 * because the schema is read as a whole: most of its lines document columns.
 */

export interface OperatorsTable {
  id: Generated<number>;
  username: string;
  /** Case-folded username; unique. */
  username_key: string;
  password_hash: string;
  /** The operator's user in the local instance store (Snowflake); empty with an upstream instance. */
  user_id: string;
  /** `owner`, `editor` or `viewer`. */
  role: string;
  /**
   * Sessions that started with a different value (ms) are not valid. A new password or signing out everywhere
   * changes it.
   */
  sessions_valid_since: number;
  disabled: number;
  /** 1: the next sign-in asks for a new password. */
  must_change_password: Generated<number>;
  /** The operator's identity at the OpenID Connect provider; null for an operator with a password. */
  oidc_issuer: Generated<string | null>;
  oidc_subject: Generated<string | null>;
  /**
   * The token for asking the provider again, encrypted (`lib/server/operators/oidc`). Null: the operator has no
   * access until the next sign-in.
   */
  oidc_grant: Generated<string | null>;
  /** When the provider last reported the operator's role. */
  oidc_checked_at: Generated<number>;
  /** Until when the operator may sign in with a password although password sign-in is off. */
  password_until: Generated<number>;
  created_at: number;
}

/** One-time links for future operators (`lib/server/operators/invitations.ts`). Never contains the link itself. */
export interface InvitationsTable {
  id: string;
  /** SHA-256 of the link's token, base64url. */
  hash: string;
  /** The owner who created the link. */
  operator_id: number;
  role: string;
  created_at: number;
  expires_at: number;
}

export interface SessionsTable {
  /** SHA-256 of the random id in the session's cookie, base64url. */
  id: string;
  operator_id: number;
  /** How the session was started: `password` or `oidc`. */
  method: Generated<string>;
  /** The operator's value when the session started. The session has ended once the operator's value differs. */
  sessions_valid_since: number;
  /** IP address of the last visit. */
  address: string;
  /** The user agent, truncated to 400 characters. */
  user_agent: string;
  created_at: number;
  /** Time of the last visit, accurate to a minute. */
  last_seen_at: number;
  /** When the operator last proved who they are: signed in, or entered the password again. */
  proved_at: number;
  /**
   * The connected account of a running instance, encrypted (`lib/server/operators/session-account.ts`); null
   * without an account.
   */
  account: Generated<string | null>;
}

/** Operators' passkeys (`lib/server/operators/factors/passkeys.ts`). */
export interface PasskeysTable {
  /** The credential's id, base64url. */
  id: string;
  operator_id: number;
  name: string;
  /** COSE, base64url. */
  public_key: string;
  /** How often the authenticator reports that the passkey was used; 0 if it does not count. */
  counter: number;
  /** JSON: the transports by which browsers reach the authenticator. */
  transports: string;
  created_at: number;
  last_used_at: number | null;
}

/** Operators' authenticator apps (`lib/server/operators/factors/codes.ts`). */
export interface TotpTable {
  operator_id: number;
  /** The key in Base32, encrypted. */
  secret: string;
  /** The time step of the last accepted code. Codes of this step or earlier are no longer accepted. */
  last_step: number;
  created_at: number;
}

export interface RecoveryCodesTable {
  operator_id: number;
  /** HMAC-SHA256, base64url. */
  hash: string;
}

/** Answered challenges of passkeys. */
export interface UsedChallengesTable {
  /** SHA-256, base64url. */
  id: string;
  expires_at: number;
}

/**
 * Used with PostgreSQL only (`lib/server/operators/guess-keeper.ts`). Times are in ms since 1970 by the database's
 * clock.
 */
export interface GuessesTable {
  /** SHA-256 of the guess target's name, base64url. */
  key: string;
  failures: number;
  retry_at: number;
  forget_at: number;
}

/** Append-only: the database refuses to change or delete rows (`003-audit.ts`). Written only by `lib/server/audit`. */
export interface AuditTable {
  /** The entry's position in the chain. */
  id: number;
  at: number;
  /** The author's name at the time. */
  actor: string;
  /** What kind of author (`lib/shared/author.ts`); null in entries from before kinds were stored. */
  actor_kind: string | null;
  /** The actor's user in the local instance store (Snowflake), for actions done with a token; null for operators. */
  user_id: string | null;
  /** Dotted verb, such as `config.save` or `operator.create`. */
  action: string;
  target: string | null;
  /** JSON text. Never contains a secret. */
  detail: string | null;
  /** The address that the request came from; null for the system. */
  address: string | null;
  /** The request's user agent. */
  browser: string | null;
  /** `begun` until a later row completes it; `done`, or `failed`. */
  outcome: string;
  /** The begun entry whose outcome this row records. */
  completes: number | null;
  /** SHA-256, hex, of the entry and of all previous entries (`lib/server/audit/chain.ts`). */
  hash: string;
}

/** The first entry that each key applies to (`lib/server/audit/key.ts`). */
export interface AuditKeysTable {
  from_id: number;
  /** Lets a process that has the key recognize it. */
  proof: string;
}

/** How far the audit log was verified, and what was removed from it (`lib/server/audit/marks.ts`). */
export interface AuditMarksTable {
  name: string;
  /** The entry that the mark refers to. */
  id: number;
  /** JSON. */
  content: string;
  /** HMAC of name and content. */
  proof: string;
}

/** One row, `audit`: the newest entry. Writers take turns by locking it. */
export interface AuditHeadTable {
  name: string;
  id: number;
  hash: string;
}

export interface UsersTable {
  id: string;
  username: string;
  /** `nameKey` of the username, by which lists are sorted and searched. */
  username_key: Generated<string>;
  bot: number;
  /** 64-bit set of instance-wide rights, decimal; `register.defaultRights` at creation. */
  rights: string;
  disabled: number;
  deleted: number;
  /** Tokens issued before this time (ms) are not valid. */
  valid_tokens_since: number;
  created_at: number;
}

export interface GuildsTable {
  id: string;
  name: string;
  /** `nameKey` of the name. */
  name_key: Generated<string>;
  owner_id: string;
  created_at: number;
  /** People and bots. Triggers keep the counts (`010-guild-counts.ts`). */
  member_count: Generated<number>;
  bot_count: Generated<number>;
  /** With @everyone. */
  role_count: Generated<number>;
}

export interface MembersTable {
  guild_id: string;
  user_id: string;
  /** Copied from the user, where it never changes. */
  bot: Generated<number>;
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

/** The pictures of applications, whose `icon` is the hash. */
export interface ApplicationIconsTable {
  application_id: string;
  /** The first 128 bits of the content's SHA-256, hex: as long as the hashes of this API family. */
  hash: string;
  /** `image/png`, `image/webp` or `image/jpeg`. */
  type: string;
  content: Uint8Array;
}

/**
 * Named tokens of users, which can be revoked one by one (`lib/server/instance/local/user-tokens.ts`). Never
 * contains the token itself.
 */
export interface UserTokensTable {
  /** Snowflake; part of the token. */
  id: string;
  user_id: string;
  name: string;
  /** The operator who created it. */
  created_by: string;
  created_at: number;
  expires_at: number;
  /** Exact to a minute. */
  last_used_at: number | null;
  revoked_at: number | null;
}

/**
 * A configuration file, independent of its path. Its records refer to its id
 * (`lib/server/config-file/identity.ts`).
 */
export interface ConfigFilesTable {
  id: Generated<number>;
  created_at: number;
  /** Reports of reverted values are dismissed up to this version. */
  undone_dismissed: number;
}

/** The current and former paths of configuration files. */
export interface ConfigPathsTable {
  /** Absolute path. */
  path: string;
  file_id: number;
  /** Which database the path was last used with (`lib/server/config-file/identity.ts`); null: unknown. */
  database_id: string | null;
  /** How the file at the path was identified: `HistoryBasis` of lib/shared/contract/file-history.ts. */
  basis: string;
  /** When the file was first found here (ms). */
  since: number;
}

export interface ConfigRevisionsTable {
  id: Generated<number>;
  file_id: number;
  /** SHA-256 of the file's bytes, hex. */
  etag: string;
  /** The file's bytes, deflated. */
  content: Uint8Array;
  author: string;
  /** What kind of author (`lib/shared/author.ts`). */
  author_kind: string;
  note: string | null;
  created_at: number;
  /** `pending` until the rename that publishes the bytes has happened, then `saved`. */
  state: string;
}

export interface WorkersTable {
  /** Worker id, 0 to 1023. It is part of every Snowflake that this process creates. */
  id: number;
  /** Random identity of the process that holds the lease. */
  holder: string;
  /** The holder creates ids only for times (ms) before this time. The next holder starts here. */
  expires_at: number;
}

/** One measured value. Stored for 48 hours. */
export interface WatchSamplesTable {
  file_id: number;
  /** Start of the measuring interval (ms). */
  at: number;
  /** A `SeriesName`. */
  series: string;
  /** Response time (ms), count, or number in this interval; null: no answer. */
  value: number | null;
}

/** The samples of one hour. Stored for 400 days. */
export interface WatchHoursTable {
  file_id: number;
  /** Start of the hour (ms). */
  at: number;
  series: string;
  samples: number;
  /** How many samples have a value. */
  up: number;
  low: number | null;
  /** Sum of the values: the mean is `total / up`. */
  total: number;
  high: number | null;
}

/** The last known state of a part of the instance. */
export interface WatchPartsTable {
  file_id: number;
  name: string;
  target: string;
  ms: number | null;
  reason: string | null;
  certificate_days: number | null;
  at: number;
  /** Number of consecutive samples without an answer, up to the last one. */
  failures: number;
  /** When the first of those samples was taken. */
  failed_since: number | null;
}

export interface WatchOutagesTable {
  file_id: number;
  part: string;
  began: number;
  /** Null while the outage lasts. */
  ended: number | null;
}

/** Locks for work that only one replica may do at a time. */
export interface LeasesTable {
  name: string;
  /** Random identity of the process. */
  holder: string;
  expires_at: number;
}

/** Messages waiting for the webhook at NOTIFY_URL, in order. */
export interface NotificationsTable {
  id: Generated<number>;
  file_id: number;
  at: number;
  event: string;
  /** JSON text. Never contains the webhook's address. */
  body: string;
  tries: number;
  /** Not sent before this time (ms). */
  next_at: number;
  /** The result of the last attempt; null before the first. */
  problem: Generated<string | null>;
}

/** The last completed deliveries to the webhook. */
export interface NotificationDeliveriesTable {
  id: Generated<number>;
  file_id: number;
  at: number;
  /** Names of the events, separated by blanks. */
  events: string;
  tries: number;
  /** 1: the webhook accepted it. */
  sent: number;
  /** The result, without any part of the webhook's address. */
  message: string;
}

/** Backups and failed attempts (`lib/server/monitor/backups.ts`). */
export interface BackupsTable {
  id: Generated<number>;
  at: number;
  /** Null while the backup is in progress. */
  ended_at: number | null;
  /** The operator; empty for a scheduled backup. */
  actor: string;
  /** The scheduled time (ms); unique. */
  due_at: number | null;
  /** Name of the machine that stores it. */
  host: string;
  folder: string;
  /** Bytes. */
  size: number | null;
  /** Why it failed. */
  problem: string | null;
}

/** Addresses from which operators have signed in: at most the 100 newest per operator. */
export interface SignInAddressesTable {
  operator_id: number;
  /** In the form of `addressGroup`. */
  address: string;
  last_seen_at: number;
}

export interface RunningVersionsTable {
  file_id: number;
  /** SHA-256 of the bytes of the version that the instance last ran without problems, hex. */
  etag: string;
  /** Its bytes, deflated. Stored here too, because old versions are removed from the history. */
  content: Uint8Array;
  /**
   * The deflated bytes of the version that it started with, if it has only reloaded the file since then; otherwise
   * null.
   */
  started_content: Uint8Array | null;
  /** `told`: reported by the instance. `marked`: by an operator. `applied`: by an apply. */
  known_by: string;
  at: number;
}

export interface AppliesTable {
  id: Generated<number>;
  /** At most one apply of a file is in progress (`012-config-files.ts`). */
  file_id: number;
  /** The version being applied, and its number in the history. */
  etag: string;
  revision: number | null;
  /** The version to roll back to, with its bytes, deflated, and its number; null if none is known. */
  from_etag: string | null;
  from_content: Uint8Array | null;
  from_revision: number | null;
  actor: string;
  /** `command`, `broker` or `api`. */
  way: string;
  /** `ApplyState` of lib/shared/contract/running.ts. */
  state: string;
  /** JSON: `ApplyCheck[]`, the newest results. */
  checks: string;
  /** JSON: `ApplyCheck[]`, from before the instance was asked to reload. */
  baseline: Generated<string>;
  /** JSON: `PreflightLine[]`. */
  preflight: Generated<string>;
  /** JSON: `ApplyStep[]`. */
  steps: Generated<string>;
  output: string;
  reason: string | null;
  /**
   * JSON: `SettingChange[]`, redacted: the changes of the apply, and those that its rollback removed from the
   * file.
   */
  changes: Generated<string>;
  taken_back: string;
  /** JSON: `ContestedSetting[]`. */
  contested: Generated<string>;
  /** `ApplyAnswer`: the operator's decision. */
  answer: string | null;
  /** The version that the rollback wrote. */
  back_etag: string | null;
  back_revision: number | null;
  /** When the instance was asked to stop in the current state (ms). It is asked only once. */
  stop_sent_at: number | null;
  /** 1: the instance accepted the request to stop, but its process did not end. */
  stop_ignored: Generated<number>;
  /** 1: the operator who started the apply was offered the rolled-back settings as unsaved changes. */
  drafts_offered: Generated<number>;
  /** When an operator planned it (ms); null for an apply that started immediately. */
  planned_at: number | null;
  /** The process that runs the apply, and until when no other process may run it (ms). */
  holder: string | null;
  lease_until: number;
  created_at: number;
  /** When the timeout of the current state ends (ms); null if it has none. */
  deadline: number | null;
  ended_at: number | null;
}

/** The apply that an operator has planned: at most one for each file. */
export interface PlannedAppliesTable {
  file_id: number;
  /** When it starts (ms). */
  at: number;
  actor: string;
  created_at: number;
  /** 1: people were notified that it is about to start. */
  is_announced: Generated<number>;
}

/** Tokens for the panel API (`lib/server/operators/api-tokens.ts`). Never contains the token itself. */
export interface ApiTokensTable {
  id: string;
  /** SHA-256 of the token, base64url. */
  hash: string;
  operator_id: number;
  name: string;
  /** The token's highest role. The operator's role also limits it. */
  role: string;
  /** 1: requests with it need no further confirmation. */
  confirmed: number;
  created_at: number;
  expires_at: number;
  /** Accurate to a minute; null before the first use. */
  last_used_at: Generated<number | null>;
  last_address: Generated<string | null>;
  /** Like `account` of a session. */
  account: Generated<string | null>;
}

export interface MetaTable {
  key: string;
  value: string;
}

export interface Database {
  operators: OperatorsTable;
  sessions: SessionsTable;
  api_tokens: ApiTokensTable;
  invitations: InvitationsTable;
  passkeys: PasskeysTable;
  totp: TotpTable;
  recovery_codes: RecoveryCodesTable;
  used_challenges: UsedChallengesTable;
  guesses: GuessesTable;
  audit: AuditTable;
  audit_head: AuditHeadTable;
  audit_keys: AuditKeysTable;
  audit_marks: AuditMarksTable;
  users: UsersTable;
  guilds: GuildsTable;
  members: MembersTable;
  roles: RolesTable;
  member_roles: MemberRolesTable;
  applications: ApplicationsTable;
  application_icons: ApplicationIconsTable;
  user_tokens: UserTokensTable;
  config_files: ConfigFilesTable;
  config_paths: ConfigPathsTable;
  config_revisions: ConfigRevisionsTable;
  workers: WorkersTable;
  watch_samples: WatchSamplesTable;
  watch_hours: WatchHoursTable;
  watch_parts: WatchPartsTable;
  watch_outages: WatchOutagesTable;
  leases: LeasesTable;
  notifications: NotificationsTable;
  notification_deliveries: NotificationDeliveriesTable;
  backups: BackupsTable;
  sign_in_addresses: SignInAddressesTable;
  running_versions: RunningVersionsTable;
  applies: AppliesTable;
  planned_applies: PlannedAppliesTable;
  meta: MetaTable;
}

export type Row<T extends keyof Database> = Selectable<Database[T]>;
export type NewRow<T extends keyof Database> = Insertable<Database[T]>;
