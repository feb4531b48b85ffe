import "server-only";
import { promisify } from "node:util";
import { deflate, deflateSync, inflate } from "node:zlib";
import { CompiledQuery, sql } from "kysely";
import { hideInText } from "@/lib/shared/settings/credentials";
import { type Author, type AuthorKind, authorKindOf, outsideAuthor } from "@/lib/shared/author";
import { contains, type Db, dialectOf, type NewRow, prepared, type Row } from "@/lib/server/db";
import { fileId, type Identified } from "./identity";
import type { Version } from "./version";

const pack = promisify<Uint8Array, Buffer>(deflate);
const unpack = promisify<Uint8Array, Buffer>(inflate);

/** Versions of at least this size (bytes) are compressed in the thread pool. */
const large = 256 * 1024;

export interface VersionStore extends Identified {
  readonly retention: number;
}

export interface RevisionRow {
  readonly id: number;
  readonly etag: string;
  readonly author: string;
  readonly authorKind: AuthorKind;
  readonly note: string | null;
  readonly createdAt: number;
  /** The same time (ISO 8601). */
  readonly at: string;
}

const columns = ["id", "etag", "author", "author_kind", "note", "created_at"] as const;

const fromRow = (row: Pick<Row<"config_revisions">, (typeof columns)[number]>): RevisionRow => ({
  id: row.id,
  etag: row.etag,
  author: row.author,
  authorKind: authorKindOf(row.author_kind),
  note: row.note,
  createdAt: row.created_at,
  at: new Date(row.created_at).toISOString(),
});

const rows = (db: Db, file: number) => db.selectFrom("config_revisions").where("file_id", "=", file);
const saved = (db: Db, file: number) => rows(db, file).where("state", "=", "saved");

const insert = prepared((db, row: NewRow<"config_revisions">) =>
  db.insertInto("config_revisions").values(row).returning("id"),
);

/**
 * Stores a version: as `pending` before it is published, or as `saved` if the file already contains it. Hides
 * credentials in the note, because every operator can read it.
 */
export async function insertRevision(
  store: VersionStore,
  version: { etag: string; bytes: Buffer; author: Author; note: string | null; state: "pending" | "saved" },
): Promise<number> {
  const { bytes, author, note, ...rest } = version;
  // For a file of typical size, the thread pool would take several times as long as the compression itself.
  const content = bytes.length < large ? deflateSync(bytes) : await pack(bytes);
  const by = { author: author.name, author_kind: author.kind };
  const shown = note === null ? null : hideInText(note);
  const row = { ...rest, ...by, note: shown, file_id: await fileId(store), content, created_at: Date.now() };
  const [inserted] = await insert(store.db, row);
  return inserted!.id;
}

const markSaved = prepared((db, { id }: { id: number }) =>
  db.updateTable("config_revisions").set({ state: "saved" }).where("id", "=", id),
);

const prune = prepared((db, { file, retention }: { file: number; retention: number }) =>
  db
    .deleteFrom("config_revisions")
    .where("file_id", "=", file)
    .where("state", "=", "saved")
    .where("id", "<=", () => saved(db, file).select("id").orderBy("id", "desc").limit(1).offset(retention)),
);

/**
 * Marks a version as saved, and deletes the oldest versions beyond the retention limit. Does not wait for the
 * disk. If a power failure undoes the confirmation, the next holder of the lock confirms the version again.
 */
export async function confirmRevision(store: VersionStore, id: number): Promise<void> {
  const target = { file: await fileId(store), retention: store.retention };
  await relaxed(store.db, async (connection) => {
    await markSaved(connection, { id });
    await prune(connection, target);
  });
}

async function pruneRevisions(store: VersionStore): Promise<void> {
  const target = { file: await fileId(store), retention: store.retention };
  await relaxed(store.db, (connection) => prune(connection, target).then(() => undefined));
}

const withoutSync = CompiledQuery.raw("pragma synchronous = normal");
const withSync = CompiledQuery.raw("pragma synchronous = full");

/** Runs statements whose loss in a power failure is harmless, without waiting for the disk. */
async function relaxed(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  if (dialectOf(db) === "postgres") {
    return db.transaction().execute(async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx);
      await work(tx);
    });
  }
  await db.connection().execute(async (connection) => {
    await connection.executeQuery(withoutSync);
    try {
      await work(connection);
    } finally {
      await connection.executeQuery(withSync);
    }
  });
}

const pending = prepared((db, { file }: { file: number }) =>
  rows(db, file).where("state", "=", "pending").select(columns).orderBy("id"),
);

export const newestId = (db: Db, file: number) => saved(db, file).select(({ fn }) => fn.max("id").as("id"));

const newestAndPending = prepared((db, { file }: { file: number }) =>
  rows(db, file)
    .where(({ eb, or }) => or([eb("state", "=", "pending"), eb("id", "=", newestId(db, file))]))
    .select(["id", "etag", "state"]),
);

/**
 * Returns the newest saved version and the pending ones, in one statement: between two statements, a save could confirm
 * its version, which neither of them would find.
 */
export async function recordedNow(
  store: VersionStore,
): Promise<{ newest: { id: number; etag: string } | undefined; pending: string[] }> {
  const found = await newestAndPending(store.db, { file: await fileId(store) });
  return {
    newest: found.find(({ state }) => state === "saved"),
    pending: found.flatMap(({ state, etag }) => (state === "pending" ? [etag] : [])),
  };
}

/** There is at most one unless a process died. */
export async function pendingRevisions(store: VersionStore): Promise<RevisionRow[]> {
  return (await pending(store.db, { file: await fileId(store) })).map(fromRow);
}

export async function dropRevision({ db }: VersionStore, id: number): Promise<void> {
  await db.deleteFrom("config_revisions").where("id", "=", id).where("state", "=", "pending").execute();
}

export interface SavedRevisions {
  limit: number;
  before?: number;
  author?: string;
  /** Only versions with this number, or with this text in the author's name or the note. */
  search?: string;
  since?: number;
  until?: number;
}

/** Leaves out pending versions. */
export async function savedRevisions(
  store: VersionStore,
  { limit, before, author, since, until, search }: SavedRevisions,
): Promise<RevisionRow[]> {
  let query = saved(store.db, await fileId(store));
  if (before !== undefined) query = query.where("id", "<", before);
  if (author !== undefined) query = query.where("author", "=", author);
  if (since !== undefined) query = query.where("created_at", ">=", since);
  if (until !== undefined) query = query.where("created_at", "<", until);
  if (search !== undefined) {
    const id = /^(?:version |#)?(\d{1,9})$/i.exec(search)?.[1];
    query = query.where((where) =>
      where.or([
        contains("author", search),
        contains("note", search),
        ...(id === undefined ? [] : [where("id", "=", Number(id))]),
      ]),
    );
  }
  return (await query.select(columns).orderBy("id", "desc").limit(limit).execute()).map(fromRow);
}

const newest = prepared((db, { file }: { file: number }) =>
  saved(db, file).select(columns).orderBy("id", "desc").limit(1),
);
const newestBy = prepared((db, { file, kind }: { file: number; kind: AuthorKind }) =>
  saved(db, file).where("author_kind", "=", kind).select(columns).orderBy("id", "desc").limit(1),
);

export async function newestRevision(
  store: VersionStore,
  kind?: AuthorKind,
): Promise<RevisionRow | undefined> {
  const [db, file] = [store.db, await fileId(store)];
  const [row] = await (kind === undefined ? newest(db, { file }) : newestBy(db, { file, kind }));
  return row && fromRow(row);
}

export async function revisionBefore(store: VersionStore, id: number): Promise<RevisionRow | undefined> {
  const [previous] = await savedRevisions(store, { limit: 1, before: id });
  return previous;
}

export async function revisionAfter(store: VersionStore, id: number): Promise<RevisionRow | undefined> {
  const later = saved(store.db, await fileId(store)).where("id", ">", id);
  const row = await later.select(columns).orderBy("id").limit(1).executeTakeFirst();
  return row && fromRow(row);
}

export async function revisionAuthors(store: VersionStore): Promise<string[]> {
  const authors = await saved(store.db, await fileId(store))
    .select("author")
    .distinct()
    .orderBy("author")
    .execute();
  return authors.map(({ author }) => author);
}

export async function countRevisions(store: VersionStore): Promise<number> {
  const { count } = await saved(store.db, await fileId(store))
    .select((query) => query.fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function savedRevision(store: VersionStore, id: number): Promise<RevisionRow | undefined> {
  const query = saved(store.db, await fileId(store)).where("id", "=", id);
  const row = await query.select(columns).executeTakeFirst();
  return row && fromRow(row);
}

export async function revisionsByEtag(store: VersionStore, etags: readonly string[]): Promise<RevisionRow[]> {
  if (etags.length === 0) return [];
  const query = saved(store.db, await fileId(store)).where("etag", "in", etags);
  return (await query.select(columns).execute()).map(fromRow);
}

/**
 * Pending versions count, too.
 * @param near a time (ms since 1970); if set, the version created closest to this time is returned instead
 */
export async function revisionByEtag(
  store: VersionStore,
  etag: string,
  near?: number,
): Promise<RevisionRow | undefined> {
  const query = rows(store.db, await fileId(store))
    .where("etag", "=", etag)
    .select(columns);
  const row = await (near === undefined ? query : query.orderBy(sql`abs(created_at - ${near})`))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && fromRow(row);
}

export async function revisionBytes({ db }: VersionStore, id: number): Promise<Buffer> {
  const { content } = await db
    .selectFrom("config_revisions")
    .where("id", "=", id)
    .select("content")
    .executeTakeFirstOrThrow();
  return unpack(content);
}

export interface Recorded {
  readonly file: number;
  readonly id: number;
  readonly etag: string;
}

/**
 * Makes the history agree with the file. The caller holds the lock.
 *
 * - Confirms a pending version if the file contains its bytes, and otherwise drops it.
 * - Records a version that the panel did not write.
 *
 * @returns the newest version; null if the file has no usable version
 */
export async function recordContent(
  store: VersionStore,
  { etag, version }: { etag: string; version: Pick<Version, "etag" | "bytes"> | null },
): Promise<Recorded | null> {
  for (const pending of await pendingRevisions(store)) {
    if (pending.etag === etag) await confirmRevision(store, pending.id);
    // If the file is missing or being rewritten, a pending version is not dropped, because it is unknown whether the
    // file ever contained it.
    else if (version) await dropRevision(store, pending.id);
  }
  if (!version) return null;
  const newest = await newestRevision(store);
  const note = newest ? null : "Found when the panel first read it";
  const id = newest?.etag === etag ? newest.id : await recordOutside(store, version, note);
  return { file: await fileId(store), id, etag };
}

export async function recordOutside(
  store: VersionStore,
  { etag, bytes }: Pick<Version, "etag" | "bytes">,
  note: string | null,
): Promise<number> {
  const id = await insertRevision(store, { etag, bytes, author: outsideAuthor, note, state: "saved" });
  await pruneRevisions(store);
  return id;
}
