import "server-only";
import { statSync } from "node:fs";
import { sql } from "kysely";
import type { HistoryBasis } from "@/lib/shared/contract/config";
import type { Logger } from "pino";
import { type Author, thePanel } from "@/lib/shared/author";
import { type Db, dialectOf, type Row, type Tx } from "@/lib/server/db";
import type { Files } from "./disk/disk";
import { etagOf } from "./version";

/*
 * Recognizes configuration files that were moved, mounted elsewhere or restored. The history, the
 * measurements and the records of applies belong to a file, not to a path. The panel cannot put an id into
 * the file. So the panel looks for the path in the database, and then for the content of the file
 * (docs/configuration-file.md, "Whose history").
 */

export interface Identity {
  readonly id: number;
  readonly basis: HistoryBasis;
  /** When the file was first found at this path (ms). */
  readonly since: number;
  readonly from: string | null;
}

interface Place {
  readonly path: string;
  readonly files: Files;
}

interface HistoryEntry {
  readonly actor: Author;
  readonly action: "config.history";
  readonly target: string;
  readonly detail: Record<string, unknown>;
  readonly origin: { readonly address: null; readonly browser: null };
}

export interface IdentityParts extends Place {
  readonly db: Db;
  readonly log: Logger;
  readonly audit: (tx: Tx, entry: HistoryEntry) => Promise<void>;
}

export function createIdentity(parts: IdentityParts) {
  let known: Promise<Identity> | null = null;

  /**
   * Adds a new path to the database. Do not call this within a transaction: with SQLite, the call and the
   * transaction would wait for each other.
   */
  async function get(): Promise<Identity> {
    const identity = (known ??= identify(parts));
    // A failure is not remembered, because the database may only have been unavailable for a moment.
    identity.catch(() => {
      if (known === identity) known = null;
    });
    return identity;
  }

  return {
    get,
    id: async (): Promise<number> => (await get()).id,
    /** Looks for the file again, because an operator may have chosen another history. */
    forget: (): void => void (known = null),
  };
}

async function identify(file: IdentityParts): Promise<Identity> {
  const { db, path } = file;
  const database = await databaseId(db);
  const row = await db.selectFrom("config_paths").where("path", "=", path).selectAll().executeTakeFirst();
  if (!row) return (await begin(file, database)) ?? identify(file);
  if (row.database_id !== database)
    await db.updateTable("config_paths").set({ database_id: database }).where("path", "=", path).execute();
  return { id: row.file_id, basis: row.basis as HistoryBasis, since: row.since, from: null };
}

/**
 * A restored copy therefore has a different id. The paths in such a copy may belong to files of the original
 * database.
 */
async function databaseId(db: Db): Promise<string> {
  const query =
    dialectOf(db) === "sqlite"
      ? sql<{ id: string }>`select file as id from pragma_database_list where name = 'main'`
      : sql<{ id: string }>`select (select system_identifier from pg_control_system()) || '/' || oid as id
          from pg_database where datname = current_database()`;
  const { rows } = await query.execute(db);
  return rows[0]?.id ?? "";
}

/**
 * A configuration file in the database. It may be the same file as the one at a new path, which is a path
 * that is not in the database yet.
 */
export interface Candidate {
  readonly id: number;
  /**
   * Whether a different file exists at one of the candidate's paths. Ignores paths used with other databases.
   */
  readonly isElsewhere: boolean;
  /**
   * Which of the candidate's versions has the same content as the file at the new path; null if none does.
   */
  readonly holds: "newest" | "older" | null;
}

export function decide(candidates: readonly Candidate[]): {
  id: number | null;
  basis: Exclude<HistoryBasis, "chosen">;
} {
  const [only, second] = candidates;
  if (!only) return { id: null, basis: "new" };
  const newest = candidates.filter(({ holds }) => holds === "newest");
  const alike = newest.length > 0 ? newest : candidates.filter(({ holds }) => holds === "older");
  const [moved, rival] = alike.filter(({ isElsewhere }) => !isElsewhere);
  if (moved && !rival) return { id: moved.id, basis: "content" };
  if (alike.length > 0) return { id: null, basis: "copy" };
  if (!second && !only.isElsewhere) return { id: only.id, basis: "only" };
  return { id: null, basis: "other" };
}

const mostCandidates = 1_000;

async function candidates(db: Db, { path, files }: Place, database: string): Promise<Candidate[]> {
  const ids = await db.selectFrom("config_files").orderBy("id").limit(mostCandidates).select("id").execute();
  if (ids.length === 0) return [];
  const file = await files.readNow(path);
  const [paths, newest, alike] = await Promise.all([
    db.selectFrom("config_paths").select(["file_id", "path", "database_id"]).execute(),
    newestOf(db).execute(),
    newestOf(db)
      .where("etag", "=", file.kind === "present" ? etagOf(file.bytes) : "")
      .execute(),
  ]);
  const isSamePath = (one: Pick<Row<"config_paths">, "path" | "database_id">) =>
    (one.database_id === null || one.database_id === database) && isAnotherFile(one.path, path);
  const idOf = (rows: typeof newest, id: number) => rows.find(({ file_id }) => file_id === id)?.newest ?? 0;
  return ids.map(({ id }) => ({
    id,
    isElsewhere: paths.some((one) => one.file_id === id && isSamePath(one)),
    holds: idOf(alike, id) === 0 ? null : idOf(alike, id) >= idOf(newest, id) ? "newest" : "older",
  }));
}

const newestOf = (db: Db) =>
  db
    .selectFrom("config_revisions")
    .groupBy("file_id")
    .select(({ fn }) => ["file_id", fn.max("id").as("newest")]);

export function isAnotherFile(path: string, other: string): boolean {
  const [one, two] = [path, other].map((at) => statSync(at, { bigint: true, throwIfNoEntry: false }));
  return one !== undefined && !(two !== undefined && one.dev === two.dev && one.ino === two.ino);
}

const decisions: Readonly<Record<Exclude<HistoryBasis, "chosen">, string>> = {
  new: "Started a history for the configuration file",
  content: "The configuration file has a new path and continues its history",
  only: "The configuration file has a new path and continues the only history in the database",
  copy: "The configuration file is a copy of a file with a history in the database, and starts a new history",
  other: "The configuration file matches no history in the database, and starts a new history",
};

/** Thrown if another process has added the path in the meantime. */
class Taken extends Error {}

async function begin(file: IdentityParts, database: string): Promise<Identity | null> {
  const { db, path } = file;
  const { id: knownId, basis } = decide(await candidates(db, file, database));
  const since = Date.now();
  try {
    return await db.transaction().execute(async (tx) => {
      const id = knownId ?? (await newFile(tx));
      const from = knownId === null ? null : await lastPath(tx, knownId);
      const row = { path, file_id: id, database_id: database, basis, since };
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto("config_paths")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) throw new Taken();
      if (basis !== "new") {
        const entry = { actor: thePanel, action: "config.history" as const, target: path };
        const origin = { address: null, browser: null };
        await file.audit(tx, { ...entry, detail: { basis, from }, origin });
        file.log.warn({ path, from }, decisions[basis]);
      }
      return { id, basis, since, from };
    });
  } catch (error) {
    if (error instanceof Taken) return null;
    throw error;
  }
}

const lastPath = async (tx: Tx, id: number): Promise<string | null> => {
  const rows = tx.selectFrom("config_paths").where("file_id", "=", id).orderBy("since", "desc").limit(1);
  return (await rows.select("path").executeTakeFirst())?.path ?? null;
};

export async function newFile(tx: Tx): Promise<number> {
  const row = { created_at: Date.now(), undone_dismissed: 0 };
  const { id } = await tx.insertInto("config_files").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}
