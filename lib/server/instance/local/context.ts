import "server-only";
import type { Author } from "@/lib/shared/author";
import { currentOrigin, recordAudit } from "@/lib/server/audit";
import { type Db, groupCommit, prepared, type Tx } from "@/lib/server/db";
import type { Settings } from "@/lib/shared/settings/values";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { AppError } from "@/lib/errors";
import type { Snowflakes } from "./snowflake-lease";

export type { Settings };

export interface Local {
  /** A connection, or a transaction that the caller commits. */
  db: Db | Tx;
  snowflakes: Snowflakes;
  settings: () => Promise<Settings>;
  /**
   * Returns the secret for signing tokens. A missing secret is generated and stored. Never call this in a transaction,
   * because storing the secret would deadlock on SQLite.
   */
  jwtSecret: () => Promise<string | null>;
  /** The author of audit entries. If omitted, the token's user is the author. */
  actor?: Author;
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

const userName = prepared((db, { id }: { id: string }) =>
  db.selectFrom("users").select("username").where("id", "=", id),
);

/**
 * Like `atomically`, but also writes an audit entry in the same transaction. The entry's actor is the user with the id
 * `callerId`, or `local.actor` if an operator or program acts for this user.
 * @param work receives the user's name; undefined if the user does not exist
 * @param describe returns the entry's content from the result of the work
 */
export async function atomicallyAudited<T>(
  local: Local,
  callerId: string,
  work: (tx: Tx, username: string | undefined) => Promise<T>,
  describe: (result: T) => { action: string; target: string; detail?: Record<string, unknown> },
): Promise<T> {
  // Read the request's origin before the group commit, which runs all tasks in the context of the first request.
  const origin = await currentOrigin();
  return atomically(local, async (tx) => {
    const [caller] = await userName(tx, { id: callerId });
    const result = await work(tx, caller?.username);
    const name = caller?.username ?? callerId;
    const entry = describe(result);
    await recordAudit(tx, {
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
 * Returns the live settings, or the defaults if the file cannot be read. Operators must be able to sign in and see
 * the problem in the file, and their first sign-in creates a user and a guild.
 */
export async function settingsOrDefaults({ settings }: Local): Promise<Pick<Settings, "get">> {
  try {
    return await settings();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "config-unreadable") throw error;
    return { get: (path: string) => settingOfAny(path)?.default } as Pick<Settings, "get">;
  }
}
