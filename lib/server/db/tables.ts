import "server-only";
import type { Generated, Insertable, Kysely, Selectable, Transaction } from "kysely";

/*
 * Column types are chosen so that both databases return the same JavaScript values:
 * - Snowflakes and 64-bit permission sets are text in decimal.
 * - Times are integers in milliseconds since 1970.
 * - Flags are 0 or 1.
 *
 * All tables are in one file, because readers need the whole schema.
 */

export interface Database {
  operators: {
    id: Generated<number>;
    username: string;
    username_key: string;
    password_hash: string;
    /** The Snowflake of the operator's user in the panel's own `users` table. */
    user_id: string;
    role: string;
    /** The sections to which an editor is limited, as a JSON array; null without a limit. */
    sections: Generated<string | null>;
    /**
     * A time (ms) that changes whenever all of the operator's sessions must end, for example when the password changes
     * or the operator signs out everywhere. A session is valid only if it stores the same time.
     */
    sessions_valid_since: number;
    disabled: number;
    must_change_password: Generated<number>;
    /** Identifies the operator at the OpenID Connect provider. Null for an operator with a password. */
    oidc_issuer: Generated<string | null>;
    oidc_subject: Generated<string | null>;
    /**
     * The encrypted token that lets the panel ask the provider about the operator again
     * (`lib/server/operators/oidc`). If null, and the provider determines the operator's role, the operator
     * has no access until the next sign-in.
     */
    oidc_grant: Generated<string | null>;
    oidc_checked_at: Generated<number>;
    /** Until this time (ms), the operator may sign in with a password even if password sign-in is off. */
    password_until: Generated<number>;
    created_at: number;
  };

  /**
   * One-time links for future operators (`lib/server/operators/invitations.ts`). The links themselves are not stored.
   */
  invitations: {
    id: string;
    hash: string;
    operator_id: number;
    role: string;
    /** Whom the link is for. Empty if the owner has entered nothing. */
    note: string;
    created_at: number;
    expires_at: number;
  };

  sessions: {
    /** SHA-256 of the random id in the session's cookie, base64url. */
    id: string;
    operator_id: number;
    /** How the operator signed in: `password` or `oidc`. */
    method: Generated<string>;
    /** Copied from the operator when the session started. The session ends when the operator's value changes. */
    sessions_valid_since: number;
    address: string;
    /** The user agent, truncated to 400 characters. */
    user_agent: string;
    created_at: number;
    /** Time of the last visit, accurate to a minute. */
    last_seen_at: number;
    /** When the operator last proved their identity, by signing in or entering the password. */
    proved_at: number;
    /**
     * The session's account on the connected instance, encrypted (`lib/server/operators/session-account.ts`). Null if
     * the session has none.
     */
    account: Generated<string | null>;
  };

  passkeys: {
    id: string;
    operator_id: number;
    name: string;
    /** The COSE key, base64url. */
    public_key: string;
    /** The authenticator's signature counter at the last sign-in; 0 if the authenticator has no counter. */
    counter: number;
    /** JSON: the transports that browsers use to reach the authenticator, such as `usb`. */
    transports: string;
    created_at: number;
    last_used_at: number | null;
  };

  /** Operators' authenticator apps (`lib/server/operators/factors/codes.ts`). */
  totp: {
    operator_id: number;
    /** The key in Base32, encrypted. */
    secret: string;
    /** The time step of the last accepted code. Codes of this step and earlier steps are refused. */
    last_step: number;
    created_at: number;
  };

  recovery_codes: {
    operator_id: number;
    /** HMAC-SHA256 of the recovery code, base64url. */
    hash: string;
  };

  /** Answered passkey challenges. They are stored so that each is accepted only once. */
  used_challenges: {
    /** SHA-256 of the challenge, base64url. */
    id: string;
    expires_at: number;
  };

  /**
   * Failed guesses of passwords and codes. Used with PostgreSQL only (`lib/server/operators/guesses.ts`). Times are in
   * ms since 1970 by the database's clock.
   */
  guesses: {
    key: string;
    failures: number;
    retry_at: number;
    forget_at: number;
  };

  /** Append-only: the database refuses to change or delete rows (`schema.ts`). */
  audit: {
    id: number;
    at: number;
    actor: string;
    actor_kind: string;
    user_id: string | null;
    action: string;
    target: string | null;
    /** JSON. Never contains a secret. */
    detail: string | null;
    address: string | null;
    browser: string | null;
    /** `begun`, `done` or `failed`. A later row records the outcome of a `begun` entry. */
    outcome: string;
    completes: number | null;
    /** SHA-256, hex, of this entry and the previous entry's hash (`lib/server/audit/chain.ts`). */
    hash: string;
  };

  /** The entries of the audit log from `first_id` to `last_id` were removed (`lib/server/audit/removals.ts`). */
  audit_removed: {
    first_id: number;
    last_id: number;
    /** The hash of the entry before the removed entries. */
    previous: string;
    /** The hash of the last removed entry. */
    hash: string;
    /** When the entries were removed (ms since 1970). */
    at: number;
    /** HMAC of the other columns. */
    proof: string;
  };

  /**
   * The row `audit` has the newest entry's id and hash; writers take turns by locking it. The row `sink` has the last
   * entry that AUDIT_SINK has taken.
   */
  audit_head: {
    name: string;
    id: number;
    hash: string;
  };

  users: {
    id: string;
    username: string;
    /** `nameKey` of the username. Lists are sorted and searched by this key. */
    username_key: Generated<string>;
    bot: number;
    /** Instance-wide rights: a 64-bit set, in decimal. New users get `register.defaultRights`. */
    rights: string;
    disabled: number;
    deleted: number;
    /** Tokens issued before this time (ms) are not valid. */
    valid_tokens_since: number;
    created_at: number;
  };

  guilds: {
    id: string;
    name: string;
    name_key: Generated<string>;
    owner_id: string;
    created_at: number;
    /** People and bots. Triggers update this count and the next two (`schema.ts`). */
    member_count: Generated<number>;
    bot_count: Generated<number>;
    /** Includes @everyone. */
    role_count: Generated<number>;
  };

  members: {
    guild_id: string;
    user_id: string;
    /** Copied from the user. The value never changes. */
    bot: Generated<number>;
    joined_at: number;
  };

  roles: {
    id: string;
    guild_id: string;
    name: string;
    permissions: string;
    position: number;
    managed: number;
    application_id: string | null;
  };

  member_roles: {
    guild_id: string;
    user_id: string;
    role_id: string;
  };

  applications: {
    id: string;
    name: string;
    description: string;
    icon: string | null;
    bot_public: number;
    flags: number;
    owner_id: string;
    bot_user_id: string | null;
    created_at: number;
  };

  /** Pictures of applications. The column `applications.icon` contains the picture's hash. */
  application_icons: {
    application_id: string;
    /**
     * The first 128 bits of the picture's SHA-256, hex. Picture hashes of other chat instances have the same length.
     */
    hash: string;
    type: string;
    content: Uint8Array;
  };

  /**
   * Named user tokens, which can be revoked one by one (`lib/server/instance/local/panel-tokens.ts`). The tokens
   * themselves are not stored.
   */
  user_tokens: {
    id: string;
    user_id: string;
    name: string;
    created_by: string;
    /** The panel's API token that created this token, and with which this token ends. */
    api_token: string | null;
    created_at: number;
    expires_at: number;
    /** Accurate to a minute. */
    last_used_at: number | null;
    revoked_at: number | null;
  };

  /**
   * A configuration file, regardless of its path. Versions and other records refer to its id
   * (`lib/server/config-file/identity.ts`).
   */
  config_files: {
    id: Generated<number>;
    created_at: number;
    /**
     * The panel reports saved values that another program undid, until an operator dismisses the reports. This is
     * the id of the newest version at the last dismissal. Values undone up to that version are not reported again.
     */
    undone_dismissed: number;
  };

  config_paths: {
    path: string;
    file_id: number;
    /** The database that the path was last used with (`lib/server/config-file/identity.ts`); null if unknown. */
    database_id: string | null;
    basis: string;
    since: number;
  };

  config_revisions: {
    id: Generated<number>;
    file_id: number;
    /** SHA-256 of the file's bytes, hex. */
    etag: string;
    content: Uint8Array;
    author: string;
    author_kind: string;
    note: string | null;
    created_at: number;
    /** `pending` until the file with these bytes is renamed to its path, then `saved`. */
    state: string;
  };

  workers: {
    /** Worker id, 0 to 1023. It is part of every Snowflake that the worker's process creates. */
    id: number;
    holder: string;
    /**
     * The holder's ids have timestamps before this time (ms). The next holder's ids have this timestamp or
     * later ones.
     */
    expires_at: number;
  };

  /** The processes that use this PostgreSQL database (`shared-clock.ts`). */
  replicas: {
    id: string;
    host: string;
    /** How far (ms) the machine's clock is ahead of the database's. Negative if it is behind. */
    clock_ahead: number;
    /** When the process last measured its clock, by the database's clock (ms). */
    seen_at: number;
  };

  /** One measured value. Stored for 48 hours. */
  watch_samples: {
    file_id: number;
    at: number;
    series: string;
    /** A response time (ms) or a count. Null if there was no answer. */
    value: number | null;
  };

  /** The samples of one hour, summarized. Stored for 400 days. */
  watch_hours: {
    file_id: number;
    at: number;
    series: string;
    samples: number;
    up: number;
    low: number | null;
    /** Sum of the values. Their mean is `total / up`. */
    total: number;
    high: number | null;
  };

  watch_parts: {
    file_id: number;
    name: string;
    target: string;
    ms: number | null;
    reason: string | null;
    certificate_ends: number | null;
    at: number;
    /** Number of consecutive samples without an answer, up to the latest sample. */
    failures: number;
    /** When the first of these failed samples was taken (ms); null if the latest sample did not fail. */
    failed_since: number | null;
  };

  watch_outages: {
    file_id: number;
    part: string;
    began: number;
    /** Null while the outage lasts. */
    ended: number | null;
  };

  leases: {
    name: string;
    holder: string;
    expires_at: number;
  };

  notifications: {
    id: Generated<number>;
    file_id: number;
    channel: string;
    at: number;
    event: string;
    /** JSON text. Never contains a channel's address. */
    body: string;
    tries: number;
    /** The message is not sent before this time (ms). */
    next_at: number;
    problem: Generated<string | null>;
  };

  notification_deliveries: {
    id: Generated<number>;
    file_id: number;
    channel: string;
    at: number;
    events: string;
    tries: number;
    sent: number;
    message: string;
  };

  /** Backups and failed attempts (`lib/server/monitor/backup/backups.ts`). */
  backups: {
    id: Generated<number>;
    at: number;
    /** Null while the backup is in progress. */
    ended_at: number | null;
    actor: string;
    /** When a scheduled backup was due (ms). Unique, so that only one replica makes it. */
    due_at: number | null;
    host: string;
    folder: string;
    size: number | null;
    problem: string | null;
  };

  /** Addresses that operators signed in from. Only the 100 latest per operator are stored. */
  sign_in_addresses: {
    operator_id: number;
    /** An address group, as returned by `addressGroup`. */
    address: string;
    last_seen_at: number;
  };

  running_versions: {
    file_id: number;
    etag: string;
    /** The version's bytes, deflated. Stored in this table because old versions are removed from the history. */
    content: Uint8Array;
    /** The deflated bytes of the version that the process started with, if it has reloaded another one since. */
    started_content: Uint8Array | null;
    /** The deflated bytes of the version that a part still uses, if it started before the API and has not reloaded since. */
    older_content: Uint8Array | null;
    /** Who reported that the instance runs this version: it (`told`), an operator (`marked`) or an apply (`applied`). */
    known_by: string;
    claim: string;
    start: string;
    process: string | null;
    /** When these processes were first seen (ms). */
    process_seen_at: number | null;
    recorded_at: number;
    /** When the evidence for the claim was found. */
    at: number;
  };

  /** The newest versions to which a rollback may return. */
  working_versions: {
    file_id: number;
    etag: string;
    content: Uint8Array;
    claim: string;
    parts: string;
    at: number;
  };

  environment_values: {
    file_id: number;
    path: string;
    variable: string | null;
    at: number;
  };

  /** The server programs that the instance has run. The newest row is the current one. */
  server_versions: {
    file_id: number;
    at: number;
    implementation: string;
    rev: string | null;
    date: string | null;
    /** JSON: what the instance reports, without secrets, and an `UpgradeReport` (`lib/server/known/upgrades.ts`). */
    snapshot: string | null;
    report: string | null;
  };

  applies: {
    id: Generated<number>;
    /** A unique index allows only one apply in progress per file (`schema.ts`). */
    file_id: number;
    /** The version that is applied. `revision` is its number in the history. */
    etag: string;
    revision: number | null;
    /** The version to roll back to: SHA-256, deflated bytes and number in the history. Null if none is known. */
    from_etag: string | null;
    from_content: Uint8Array | null;
    from_revision: number | null;
    actor: string;
    /** How the panel makes the instance load the version: by `command` or `broker`. */
    way: string;
    state: string;
    /** JSON: `ApplyCheck[]`, the latest results. */
    checks: string;
    baseline: Generated<string>;
    preflight: Generated<string>;
    steps: Generated<string>;
    output: string;
    reason: string | null;
    /**
     * JSON: `SettingChange[]`, redacted. `changes` are the changes from the running version to the applied
     * version, and `taken_back` are the changes that the rollback removed from the file.
     */
    changes: Generated<string>;
    taken_back: string;
    contested: Generated<string>;
    answer: string | null;
    /** The version that the rollback wrote: SHA-256 and number in the history. */
    back_etag: string | null;
    back_revision: number | null;
    /** JSON: `TriedVersion[]`, the versions with which the instance did not come back. */
    tried: Generated<string>;
    drafts_offered: Generated<number>;
    planned_at: number | null;
    check_in: number | null;
    usual: Generated<string>;
    /** The instance's output during the apply, without secrets. */
    instance_log: Generated<string>;
    /** Hash of the way and the instance's address that the apply uses. Replicas with other settings leave it alone. */
    reach: Generated<string>;
    /** The process that runs the apply. Until `lease_until` (ms), no other process may run the apply. */
    holder: string | null;
    lease_until: number;
    created_at: number;
    /** When the current state times out (ms); null if it has no timeout. */
    deadline: number | null;
    ended_at: number | null;
  };

  proposals: {
    id: Generated<number>;
    file_id: number;
    title: string;
    note: string | null;
    author: string;
    author_kind: string;
    /** The operator who proposed, also through an API token. Null if the panel did, and for removed operators. */
    operator_id: number | null;
    at: number;
    base: string;
    paths: string;
    /** JSON: operations and changes to unrecognized keys. They may contain secrets. */
    edits: string;
    changes: string;
    state: "open" | "saved" | "rejected";
    /** When a save of the open proposal began (ms). Nobody else may decide while it runs. */
    saving_since: number | null;
    decided_by: string | null;
    decided_at: number | null;
    version: number | null;
    reason: string | null;
  };

  proposal_comments: {
    id: Generated<number>;
    proposal_id: number;
    author: string;
    author_kind: string;
    at: number;
    text: string;
  };

  hidden_warnings: {
    id: Generated<number>;
    file_id: number;
    key: string;
    title: string;
    reason: string;
    actor: string;
    at: number;
    until: number;
  };

  /** Applies that operators have planned, at most one per file. */
  planned_applies: {
    file_id: number;
    at: number;
    actor: string;
    /** `operator <id>` or, for a plan made with an API token, `token <id>`. */
    planner: string;
    role: string;
    etag: string;
    created_at: number;
    /** Minutes within which an operator must confirm the apply. Null without a check-in. */
    check_in: number | null;
    is_announced: Generated<number>;
  };

  /** Names of removed operators, which no other operator gets, because the history contains them. */
  retired_usernames: { username: string };

  /** Tokens for the panel API (`lib/server/operators/api-tokens.ts`). The tokens themselves are not stored. */
  api_tokens: {
    id: string;
    /** SHA-256 of the token, base64url. */
    hash: string;
    operator_id: number;
    name: string;
    /** The highest role that requests with the token can have. */
    role: string;
    confirmed: number;
    proposes: number;
    created_at: number;
    expires_at: number;
    /** Accurate to a minute; null before the first use. */
    last_used_at: Generated<number | null>;
    last_address: Generated<string | null>;
    /** The token's account on the connected instance, encrypted. Null if the token has none. */
    account: Generated<string | null>;
  };

  meta: {
    key: string;
    value: string;
  };
}

export type Row<T extends keyof Database> = Selectable<Database[T]>;
export type NewRow<T extends keyof Database> = Insertable<Database[T]>;

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
