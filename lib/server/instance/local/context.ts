import "server-only";
import type { Logger } from "pino";
import type { Author } from "@/lib/shared/author";
import { type Audit, currentOrigin } from "@/lib/server/audit";
import { type Db, dialectOf, groupCommit, prepared, type Tx } from "@/lib/server/db";
import type { BotInvite } from "@/lib/shared/contract/bots";
import type { Settings } from "@/lib/shared/settings/values";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { AppError } from "@/lib/errors";
import type { Snowflakes } from "./snowflakes";

export type { Settings };

export interface Local {
  db: Db | Tx;
  snowflakes: Snowflakes;
  audit: Pick<Audit, "audited" | "recordAudit">;
  log: Logger;
  settings: () => Promise<Settings>;
  /**
   * Returns the secret for signing tokens. A missing secret is generated and stored. Never call this in a transaction,
   * because storing the secret would deadlock on SQLite.
   */
  jwtSecret: () => Promise<string | null>;
  /** The author of audit entries. If omitted, the token's user is the author. */
  actor?: Author;
}

export interface KnownOperator {
  /** Null for an operator without a user on the instance. */
  userId: string | null;
  username: string;
  disabled: boolean;
}

export interface LocalCaller extends Local {
  userId: string;
  actor: Author;
  operators: () => Promise<readonly KnownOperator[]>;
  inviteUrl: (botId: string) => BotInvite;
}

/**
 * Runs `work` in the caller's transaction. If there is none, reserves ids, opens a transaction, and resolves after
 * its commit.
 */
export async function atomically<T>({ db, snowflakes }: Local, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  await snowflakes.ready();
  return groupCommit(db, work);
}

/**
 * Runs `work` in one transaction. Reads the settings before the transaction begins, because reading them may
 * store a new version of the file. Storing a version inside the transaction would deadlock on SQLite.
 * @param work receives the transaction, and `inside`: a copy of `local` that uses the transaction
 */
export async function inTransaction<T>(
  local: Local,
  work: (tx: Tx, inside: Local) => Promise<T>,
): Promise<T> {
  const reading = local.settings();
  await Promise.allSettled([reading]);
  await local.snowflakes.ready();
  return local.db.transaction().execute((tx) => work(tx, { ...local, db: tx, settings: () => reading }));
}

const userName = prepared((db, { id }: { id: string }) =>
  db.selectFrom("users").select("username").where("id", "=", id),
);

/**
 * The entry's actor is the user with the id `callerId`, or `local.actor` if an operator or program acts for
 * this user.
 * @param work receives the user's name; undefined if the user does not exist
 * @param describe returns the entry's content from the result of the work
 */
export async function atomicallyAudited<T>(
  local: Local,
  callerId: string,
  work: (tx: Tx, username: string | undefined) => Promise<T>,
  describe: (result: T) => { action: string; target: string; detail?: Record<string, unknown> },
): Promise<T> {
  // On SQLite, several requests may share a transaction, and their work then runs in the context of the first
  // request.
  const origin = await currentOrigin();
  return atomically(local, async (tx) => {
    const [caller] = await userName(tx, { id: callerId });
    const result = await work(tx, caller?.username);
    const name = caller?.username ?? callerId;
    const entry = describe(result);
    await local.audit.recordAudit(tx, {
      origin,
      ...entry,
      ...(local.actor === undefined
        ? { actor: { kind: "user" as const, name }, userId: callerId }
        : { actor: local.actor, detail: { ...entry.detail, owner: name } }),
    });
    return result;
  });
}

/**
 * Returns the live settings, or the defaults if the file cannot be read. An operator's first sign-in creates
 * a user and a guild, and must work even if the file is broken, so that the operator can see the problem.
 */
export async function settingsOrDefaults({
  settings,
}: Pick<Local, "settings">): Promise<Pick<Settings, "get">> {
  try {
    return await settings();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "config-unreadable") throw error;
    return { get: (path: string) => settingOfAny(path)?.default } as Pick<Settings, "get">;
  }
}

/* Locks for PostgreSQL. SQLite needs no locks, because it runs one transaction at a time. To prevent
   deadlocks, all code acquires the locks in this order:
   1. the application, before creating its bot
   2. guilds in the order of their ids, before checking their limits
   3. the user, before checking the user's guilds */

const guildQuery = prepared((db, { id }: { id: string }) => {
  const query = db.selectFrom("guilds").selectAll().where("id", "=", id);
  return dialectOf(db) === "postgres" ? query.forUpdate() : query;
});
const applicationQuery = prepared((db, { id }: { id: string }) => {
  const query = db.selectFrom("applications").selectAll().where("id", "=", id);
  return dialectOf(db) === "postgres" ? query.forUpdate() : query;
});
const userQuery = prepared((db, { id }: { id: string }) => {
  const query = db.selectFrom("users").selectAll().where("id", "=", id);
  return dialectOf(db) === "postgres" ? query.forUpdate() : query;
});

export const guildForUpdate = async (tx: Tx, id: string) => (await guildQuery(tx, { id }))[0];
export const applicationForUpdate = async (tx: Tx, id: string) => (await applicationQuery(tx, { id }))[0];
export const userForUpdate = async (tx: Tx, id: string) => (await userQuery(tx, { id }))[0];

export async function lockGuildsOf(tx: Tx, userId: string): Promise<void> {
  if (dialectOf(tx) !== "postgres") return;
  await tx
    .selectFrom("guilds")
    .select("id")
    .where("id", "in", (select) =>
      select.selectFrom("members").select("guild_id").where("user_id", "=", userId),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
}

export async function lockUser(tx: Tx, id: string): Promise<void> {
  if (dialectOf(tx) === "postgres") await userQuery(tx, { id });
}
