import "server-only";
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import { sql } from "kysely";
import { type Db, dialectOf, type Row } from "@/lib/db";
import type { Context } from "./context";

const pack = promisify<Buffer, Buffer>(deflate);
const unpack = promisify<Buffer, Buffer>(inflate);

/** A kept version of the file, without its bytes. */
export interface RevisionRow {
  readonly id: number;
  readonly etag: string;
  readonly author: string;
  readonly note: string | null;
  readonly createdAt: number;
}

const columns = ["id", "etag", "author", "note", "created_at"] as const;

const fromRow = (row: Pick<Row<"config_revisions">, (typeof columns)[number]>): RevisionRow => ({
  id: row.id,
  etag: row.etag,
  author: row.author,
  note: row.note,
  createdAt: row.created_at,
});

const rows = (db: Db, path: string) => db.selectFrom("config_revisions").where("config_path", "=", path);

/** Stores a version. `pending` before it is published, `saved` when the file has it already. */
export async function insertRevision(
  { db, path }: Context,
  version: { etag: string; bytes: Buffer; author: string; note: string | null; state: "pending" | "saved" },
): Promise<number> {
  const { bytes, ...rest } = version;
  const content = await pack(bytes);
  const { id } = await db()
    .insertInto("config_revisions")
    .values({ ...rest, config_path: path, content, created_at: Date.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * The version is in the file now; versions beyond the retention are dropped, oldest first. Not synced to the disk:
 * should a power cut take this back, the next holder of the lock finds the pending version's bytes in the file and
 * confirms it again.
 */
export async function confirmRevision(context: Context, id: number): Promise<void> {
  await relaxed(context.db(), async (db) => {
    await db.updateTable("config_revisions").set({ state: "saved" }).where("id", "=", id).execute();
    await prune(db, context);
  });
}

async function prune(db: Db, { path, retention }: Context): Promise<void> {
  const first = await rows(db, path)
    .where("state", "=", "saved")
    .select("id")
    .orderBy("id", "desc")
    .offset(retention)
    .limit(1)
    .executeTakeFirst();
  if (!first) return;
  await db
    .deleteFrom("config_revisions")
    .where("config_path", "=", path)
    .where("state", "=", "saved")
    .where("id", "<=", first.id)
    .execute();
}

/** Runs statements whose loss in a power cut is harmless, on a connection that does not wait for the disk. */
async function relaxed(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  if (dialectOf(db) === "postgres") {
    return db.transaction().execute(async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx);
      await work(tx);
    });
  }
  await db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      await work(connection);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
}

/** Versions whose publication has not been confirmed, oldest first: at most one, unless processes died. */
export async function pendingRevisions({ db, path }: Context): Promise<RevisionRow[]> {
  return (await rows(db(), path).where("state", "=", "pending").select(columns).orderBy("id").execute()).map(
    fromRow,
  );
}

export async function dropRevision({ db }: Context, id: number): Promise<void> {
  await db().deleteFrom("config_revisions").where("id", "=", id).where("state", "=", "pending").execute();
}

/** Confirmed versions, newest first, older than `before` if given. */
export async function savedRevisions(
  { db, path }: Context,
  { limit, before }: { limit: number; before?: number },
): Promise<RevisionRow[]> {
  let query = rows(db(), path).where("state", "=", "saved");
  if (before !== undefined) query = query.where("id", "<", before);
  return (await query.select(columns).orderBy("id", "desc").limit(limit).execute()).map(fromRow);
}

export async function newestRevision(context: Context): Promise<RevisionRow | undefined> {
  return (await savedRevisions(context, { limit: 1 }))[0];
}

export async function countRevisions({ db, path }: Context): Promise<number> {
  const { count } = await rows(db(), path)
    .where("state", "=", "saved")
    .select((query) => query.fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function savedRevision({ db, path }: Context, id: number): Promise<RevisionRow | undefined> {
  const row = await rows(db(), path)
    .where("id", "=", id)
    .where("state", "=", "saved")
    .select(columns)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** The newest version of a path with these bytes, confirmed or not. */
export async function revisionByEtag({ db, path }: Context, etag: string): Promise<RevisionRow | undefined> {
  const row = await rows(db(), path)
    .where("etag", "=", etag)
    .select(columns)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** The bytes of a kept version. */
export async function revisionBytes({ db }: Context, id: number): Promise<Buffer> {
  const { content } = await db()
    .selectFrom("config_revisions")
    .where("id", "=", id)
    .select("content")
    .executeTakeFirstOrThrow();
  return unpack(content);
}
