import "server-only";
import type { Author } from "@/lib/shared/author";
import { currentOrigin, recordAudit } from "@/lib/server/audit";
import { type Db, groupCommit, prepared, type Tx } from "@/lib/server/db";
import type { Settings } from "@/lib/shared/settings/values";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { AppError } from "@/lib/errors";
import type { Snowflakes } from "./snowflake-lease";

export type { Settings };

/** Dependencies of the local store. */
export interface Local {
  /** A connection, or a transaction that the caller commits. */
  db: Db | Tx;
  snowflakes: Snowflakes;
  /** Reads the live configuration on each call. */
  settings: () => Promise<Settings>;
  /** The secret for signing tokens. It is generated and stored if missing, so never call this in a transaction. */
  jwtSecret: () => Promise<string | null>;
  /** Who acts for the caller, for the audit log. Without an actor, the caller acts with a user token. */
  actor?: Author;
}

/**
 * Runs `work` in one transaction: the caller's if there is one, otherwise one that commits before this resolves.
 * Ids are reserved before it starts.
 */
export async function atomically<T>({ db, snowflakes }: Local, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  await snowflakes.ready();
  return groupCommit(db, work);
}

export const userName = prepared((db, { id }: { id: string }) =>
  db.selectFrom("users").select(["id", "username"]).where("id", "=", id),
);

/**
 * Like `atomically`, for work with a user token or for a user: the audit entry is committed if and only if the
 * work is.
 * @param describe returns the entry's content from the work's result
 */
export async function atomicallyAudited<T>(
  local: Local,
  callerId: string,
  work: (tx: Tx) => Promise<T>,
  describe: (result: T) => { action: string; target: string; detail?: Record<string, unknown> },
): Promise<T> {
  // Tasks that share a commit run in the context of the first request.
  const origin = await currentOrigin();
  return atomically(local, async (tx) => {
    const result = await work(tx);
    const [caller] = await userName(tx, { id: callerId });
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
 * The live settings, or the defaults while the file cannot be read, so that an operator can still sign in and see
 * the reason, which creates a user and a guild.
 */
export async function settingsOrDefaults({ settings }: Local): Promise<Pick<Settings, "get">> {
  try {
    return await settings();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "config-unreadable") throw error;
    return { get: (path: string) => settingOfAny(path)?.default } as Pick<Settings, "get">;
  }
}
