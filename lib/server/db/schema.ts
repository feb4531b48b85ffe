import "server-only";
import { auditFunctions, auditTriggers } from "./audit-triggers";

interface Spelling {
  serial: string;
  bytes: string;
  /** A sort key. Both databases sort it by code point, so a prefix search reads one range of the index. */
  key: string;
  /** Leaves the row ids out of a table, which halves the table in SQLite. */
  compact: string;
}

const SQLITE: Spelling = {
  serial: "integer primary key autoincrement",
  bytes: "blob",
  key: "text",
  compact: "without rowid",
};
const POSTGRES: Spelling = {
  serial: "bigint generated always as identity primary key",
  bytes: "bytea",
  key: 'text collate "C"',
  compact: "",
};

/** Marks a string as SQL, which is not a text for readers (`testing/source-texts.ts`). */
const sqlText = String.raw;

/** Returns the statements that create the schema in an empty database. `tables.ts` explains the columns. */
export function schema(dialect: "sqlite" | "postgres"): string[] {
  const spelling = dialect === "postgres" ? POSTGRES : SQLITE;
  return [
    ...operators(),
    ...instance(spelling),
    ...configFiles(spelling),
    ...monitor(spelling),
    ...applies(spelling),
    ...audit(),
    sqlText`create table meta (key text primary key, value text not null)`,
    sqlText`create table leases (name text primary key, holder text not null, expires_at bigint not null)`,
    sqlText`create table workers (id integer primary key, holder text not null, expires_at bigint not null)`,
    ...(dialect === "postgres" ? postgresOnly() : sqliteTriggers()),
    ...auditTriggers[dialect].map(({ statement }) => statement),
  ].map((statement) => statement.replaceAll("SERIAL", spelling.serial));
}

const operators = () => [
  sqlText`create table operators (
    id SERIAL, username text not null, username_key text not null unique, password_hash text not null,
    user_id text not null, role text not null, sessions_valid_since bigint not null, disabled integer not null,
    must_change_password integer not null default 0, oidc_issuer text, oidc_subject text, oidc_grant text,
    oidc_checked_at bigint not null default 0, sections text, password_until bigint not null default 0, created_at bigint not null
  )`,
  sqlText`create table retired_usernames (username text primary key)`,
  sqlText`create unique index operators_by_subject on operators (oidc_issuer, oidc_subject)`,
  sqlText`create table sessions (
    id text primary key, operator_id bigint not null references operators(id),
    method text not null default 'password', sessions_valid_since bigint not null, address text not null,
    user_agent text not null, created_at bigint not null, last_seen_at bigint not null,
    proved_at bigint not null default 0, account text
  )`,
  sqlText`create index sessions_by_operator on sessions (operator_id)`,
  sqlText`create table sign_in_addresses (
    operator_id bigint not null references operators(id), address text not null, last_seen_at bigint not null,
    primary key (operator_id, address)
  )`,
  sqlText`create table invitations (
    id text primary key, hash text not null unique, operator_id bigint not null references operators(id),
    role text not null, note text not null, created_at bigint not null, expires_at bigint not null
  )`,
  sqlText`create index invitations_by_operator on invitations (operator_id)`,
  sqlText`create table passkeys (
    id text primary key, operator_id bigint not null references operators(id), name text not null,
    public_key text not null, counter bigint not null, transports text not null, created_at bigint not null,
    last_used_at bigint
  )`,
  sqlText`create index passkeys_by_operator on passkeys (operator_id)`,
  sqlText`create table used_challenges (id text primary key, expires_at bigint not null)`,
  sqlText`create table totp (
    operator_id bigint primary key references operators(id), secret text not null, last_step bigint not null,
    created_at bigint not null
  )`,
  sqlText`create table recovery_codes (
    operator_id bigint not null references operators(id), hash text not null, primary key (operator_id, hash)
  )`,
  sqlText`create table api_tokens (
    id text primary key, hash text not null unique, operator_id bigint not null references operators(id),
    name text not null, role text not null, confirmed integer not null, proposes integer not null,
    created_at bigint not null, expires_at bigint not null, last_used_at bigint, last_address text, account text
  )`,
  sqlText`create index api_tokens_by_operator on api_tokens (operator_id)`,
];

const instance = ({ bytes, key }: Spelling) => [
  sqlText`create table users (
    id text primary key, username text not null, username_key ${key} not null default '', bot integer not null,
    rights text not null, disabled integer not null, deleted integer not null, valid_tokens_since bigint not null,
    created_at bigint not null
  )`,
  sqlText`create index users_by_name on users (bot, deleted, username_key, id)`,
  sqlText`create table guilds (
    id text primary key, name text not null, name_key ${key} not null default '',
    owner_id text not null references users(id), created_at bigint not null,
    member_count integer not null default 0, bot_count integer not null default 0,
    role_count integer not null default 0
  )`,
  sqlText`create index guilds_by_name on guilds (name_key, id)`,
  sqlText`create table members (
    guild_id text not null references guilds(id), user_id text not null references users(id),
    bot integer not null default 0, joined_at bigint not null, primary key (guild_id, user_id)
  )`,
  sqlText`create index members_by_user on members (user_id)`,
  sqlText`create index members_by_age on members (guild_id, bot, joined_at, user_id)`,
  sqlText`create table applications (
    id text primary key, name text not null, description text not null, icon text, bot_public integer not null,
    flags integer not null, owner_id text not null references users(id),
    bot_user_id text unique references users(id), created_at bigint not null
  )`,
  sqlText`create index applications_by_owner on applications (owner_id)`,
  sqlText`create index applications_by_age on applications (created_at, id)`,
  sqlText`create index applications_by_name on applications (lower(name), id)`,
  sqlText`create table application_icons (
    application_id text primary key references applications(id), hash text not null, type text not null,
    content ${bytes} not null
  )`,
  sqlText`create table roles (
    id text primary key, guild_id text not null references guilds(id), name text not null,
    permissions text not null, position integer not null, managed integer not null,
    application_id text references applications(id), unique (guild_id, application_id)
  )`,
  sqlText`create index roles_by_application on roles (application_id)`,
  sqlText`create table member_roles (
    guild_id text not null, user_id text not null, role_id text not null references roles(id),
    primary key (guild_id, user_id, role_id),
    foreign key (guild_id, user_id) references members(guild_id, user_id)
  )`,
  sqlText`create index member_roles_by_role on member_roles (role_id)`,
  sqlText`create table user_tokens (
    id text primary key, user_id text not null references users(id), name text not null, created_by text not null,
    api_token text, created_at bigint not null, expires_at bigint not null, last_used_at bigint, revoked_at bigint
  )`,
  sqlText`create index user_tokens_by_user on user_tokens (user_id, created_at, id)`,
];

const configFiles = ({ bytes }: Spelling) => [
  sqlText`create table config_files (id SERIAL, created_at bigint not null, undone_dismissed bigint not null)`,
  sqlText`create table config_paths (
    path text primary key, file_id bigint not null references config_files(id), database_id text,
    basis text not null, since bigint not null
  )`,
  sqlText`create index config_paths_by_file on config_paths (file_id)`,
  sqlText`create table config_revisions (
    id SERIAL, file_id bigint not null references config_files(id), etag text not null, content ${bytes} not null,
    author text not null, author_kind text not null, note text, created_at bigint not null, state text not null
  )`,
  sqlText`create index config_revisions_by_file on config_revisions (file_id, id)`,
  sqlText`create index config_revisions_by_state on config_revisions (file_id, state, id)`,
];

const monitor = ({ compact }: Spelling) => [
  sqlText`create table watch_samples (
    file_id bigint not null references config_files(id), at bigint not null, series text not null, value bigint,
    primary key (file_id, at, series)
  ) ${compact}`,
  sqlText`create table watch_hours (
    file_id bigint not null references config_files(id), at bigint not null, series text not null,
    samples integer not null, up integer not null, low bigint, total bigint not null, high bigint,
    primary key (file_id, at, series)
  ) ${compact}`,
  sqlText`create table watch_parts (
    file_id bigint not null references config_files(id), name text not null, target text not null, ms integer,
    reason text, certificate_ends bigint, at bigint not null, failures integer not null, failed_since bigint,
    primary key (file_id, name)
  )`,
  sqlText`create table watch_outages (
    file_id bigint not null references config_files(id), part text not null, began bigint not null, ended bigint,
    primary key (file_id, part, began)
  )`,
  sqlText`create index watch_outages_by_end on watch_outages (file_id, ended)`,
  sqlText`create table notifications (
    id SERIAL, file_id bigint not null references config_files(id), channel text not null, at bigint not null,
    event text not null, body text not null, tries integer not null, next_at bigint not null, problem text
  )`,
  sqlText`create table notification_deliveries (
    id SERIAL, file_id bigint not null, channel text not null, at bigint not null, events text not null, tries integer not null,
    sent integer not null, message text not null
  )`,
  sqlText`create index notification_deliveries_by_file on notification_deliveries (file_id, id)`,
  sqlText`create table backups (
    id SERIAL, at bigint not null, ended_at bigint, actor text not null, due_at bigint unique, host text not null,
    folder text not null, size bigint, problem text
  )`,
  sqlText`create table proposals (
    id SERIAL, file_id bigint not null references config_files(id), title text not null, note text,
    author text not null, author_kind text not null, operator_id bigint, at bigint not null, base text not null,
    paths text not null, edits text not null, changes text not null, state text not null, saving_since bigint, decided_by text,
    decided_at bigint, version bigint, reason text
  )`,
  sqlText`create table proposal_comments (
    id SERIAL, proposal_id bigint not null references proposals(id), author text not null, author_kind text not null,
    at bigint not null, text text not null
  )`,
  sqlText`create index comments_by_proposal on proposal_comments (proposal_id)`,
  sqlText`create table hidden_warnings (
    id SERIAL, file_id bigint not null references config_files(id), key text not null, title text not null,
    reason text not null, actor text not null, at bigint not null, until bigint not null, unique (file_id, key)
  )`,
];

const applies = ({ bytes }: Spelling) => [
  sqlText`create table running_versions (
    file_id bigint primary key references config_files(id), etag text not null, content ${bytes} not null,
    started_content ${bytes}, older_content ${bytes}, known_by text not null, claim text not null,
    start text not null, process text, process_seen_at bigint, recorded_at bigint not null, at bigint not null
  )`,
  `create table working_versions (
    file_id bigint not null references config_files(id), etag text not null, content ${bytes} not null,
    claim text not null, parts text not null, at bigint not null, primary key (file_id, etag)
  )`,
  `create table environment_values (
    file_id bigint not null references config_files(id), path text not null, variable text, at bigint not null,
    primary key (file_id, path)
  )`,
  `create table server_versions (
    file_id bigint not null references config_files(id), at bigint not null, implementation text not null, rev text,
    date text, snapshot text, report text, primary key (file_id, at)
  )`,
  sqlText`create table applies (
    id SERIAL, file_id bigint not null references config_files(id), etag text not null, revision bigint,
    from_etag text, from_content ${bytes}, from_revision bigint, actor text not null, way text not null,
    state text not null, checks text not null, baseline text not null default '[]',
    preflight text not null default '[]', steps text not null default '[]', output text not null, reason text,
    changes text not null default '[]', taken_back text not null, contested text not null default '[]', answer text,
    back_etag text, back_revision bigint, tried text not null default '[]',
    drafts_offered integer not null default 0, planned_at bigint, check_in integer,
    instance_log text not null default '', usual text not null default '{}', reach text not null default '', holder text, lease_until bigint not null,
    created_at bigint not null, deadline bigint, ended_at bigint
  )`,
  // Across all replicas, only one apply per file may be in progress.
  sqlText`create unique index applies_under_way on applies (file_id) where ended_at is null`,
  sqlText`create index applies_by_age on applies (file_id, created_at)`,
  sqlText`create table planned_applies (
    file_id bigint primary key references config_files(id), at bigint not null, actor text not null,
    planner text not null, role text not null, etag text not null, created_at bigint not null,
    check_in integer, is_announced integer not null default 0
  )`,
];

// The panel assigns the ids of audit entries, because they are positions in the chain.
const audit = () => [
  sqlText`create table audit (
    id bigint primary key, at bigint not null, actor text not null, actor_kind text not null, user_id text,
    action text not null, target text, detail text, address text, browser text,
    outcome text not null default 'done', completes bigint, hash text not null
  )`,
  sqlText`create unique index audit_outcomes on audit (completes) where completes is not null`,
  sqlText`create index audit_by_actor on audit (actor, id)`,
  sqlText`create index audit_by_action on audit (action, id)`,
  sqlText`create index audit_by_time on audit (at)`,
  sqlText`create index audit_failed on audit (id, completes) where outcome = 'failed'`,
  sqlText`create table audit_head (name text primary key, id bigint not null, hash text not null)`,
  sqlText`insert into audit_head (name, id, hash) values ('audit', 0, '${"0".repeat(64)}')`,
  sqlText`create index audit_of_users on audit (at) where actor_kind = 'user'`,
  sqlText`create table audit_removed (
    first_id bigint not null, last_id bigint primary key, previous text not null, hash text not null,
    at bigint not null, proof text not null
  )`,
];

function sqliteTriggers(): string[] {
  const counted = (event: string, row: string, sign: string) => [
    sqlText`create trigger members_counted_at_${event} after ${event} on members begin
      update guilds set member_count = member_count ${sign} 1, bot_count = bot_count ${sign} ${row}.bot
      where id = ${row}.guild_id;
    end`,
    sqlText`create trigger roles_counted_at_${event} after ${event} on roles begin
      update guilds set role_count = role_count ${sign} 1 where id = ${row}.guild_id;
    end`,
  ];
  return [...counted("insert", "new", "+"), ...counted("delete", "old", "-")];
}

function postgresOnly(): string[] {
  const trigger = (name: string, event: string, run: string) =>
    sqlText`create trigger ${name} ${event} execute function ${run}()`;
  // Row-level triggers would update a guild 100,000 times when a guild with as many members is deleted.
  const counts = (table: string, columns: string, sums: string) => [
    sqlText`create function count_${table}() returns trigger language plpgsql as $$
      declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;
      begin
        update guilds set ${columns} from (select guild_id, ${sums} from changed group by guild_id) as by
        where guilds.id = by.guild_id;
        return null;
      end $$`,
    ...["insert", "delete"].map((event) =>
      trigger(
        `${table}_counted_at_${event}`,
        `after ${event} on ${table} referencing ${event === "insert" ? "new" : "old"} table as changed for each statement`,
        `count_${table}`,
      ),
    ),
  ];
  return [
    sqlText`create unlogged table replicas (
      id text primary key, host text not null, clock_ahead bigint not null, seen_at bigint not null
    )`,
    // With SQLite, there is only one process, which counts requests and guesses in memory.
    sqlText`create unlogged table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint)`,
    sqlText`create unlogged table guesses (
      key text primary key, failures integer not null, retry_at bigint not null, forget_at bigint not null
    )`,
    ...auditFunctions.map(
      ({ name, body }) =>
        sqlText`create function ${name}() returns trigger language plpgsql as $$ ${body} $$`,
    ),
    ...counts(
      "members",
      "member_count = member_count + sign * by.members, bot_count = bot_count + sign * by.bots",
      "count(*) as members, sum(bot) as bots",
    ),
    ...counts("roles", "role_count = role_count + sign * by.roles", "count(*) as roles"),
  ];
}
