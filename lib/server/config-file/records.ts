import "server-only";
import { promisify } from "node:util";
import { deflate, deflateSync, inflate } from "node:zlib";
import { CompiledQuery, sql } from "kysely";
import { hideInText } from "@/lib/shared/settings/credentials";
import { type Author, type AuthorKind, authorKindOf, outsideAuthor } from "@/lib/shared/author";
import { contains, type Db, dialectOf, type NewRow, prepared, type Row } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import type { Version } from "./version";
import type { Versions } from "./versions";

const pack = promisify<Uint8Array, Buffer>(deflate);
const unpack = promisify<Uint8Array, Buffer>(inflate);

/** Versions of at least this size (bytes) are compressed in the thread pool. */
const large = 256 * 1024;

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

const insertRow = prepared((db, row: NewRow<"config_revisions">) =>
  db.insertInto("config_revisions").values(row).returning("id"),
);

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

const pendingRows = prepared((db, { file }: { file: number }) =>
  rows(db, file).where("state", "=", "pending").select(columns).orderBy("id"),
);

export const newestId = (db: Db, file: number) => saved(db, file).select(({ fn }) => fn.max("id").as("id"));

const newestAndPending = prepared((db, { file }: { file: number }) =>
  rows(db, file)
    .where(({ eb, or }) => or([eb("state", "=", "pending"), eb("id", "=", newestId(db, file))]))
    .select(["id", "etag", "state"]),
);

const newestRow = prepared((db, { file }: { file: number }) =>
  saved(db, file).select(columns).orderBy("id", "desc").limit(1),
);
const newestRowBy = prepared((db, { file, kind }: { file: number; kind: AuthorKind }) =>
  saved(db, file).where("author_kind", "=", kind).select(columns).orderBy("id", "desc").limit(1),
);

export interface SavedRevisions {
  limit: number;
  before?: number;
  author?: string;
  /** Only versions with this number, or with this text in the author's name or the note. */
  search?: string;
  since?: number;
  until?: number;
}

type Content = Pick<Version, "etag" | "bytes">;
type Numbered = Pick<RevisionRow, "id">;

interface NewVersion extends Content {
  readonly author: Author;
  readonly note: string | null;
  readonly state: "pending" | "saved";
}

interface RecordsParts {
  readonly db: Db;
  readonly retention: number;
  readonly fileId: () => Promise<number>;
  readonly versions: Versions;
}

export type Records = ReturnType<typeof createRecords>;

/** The stored versions of one file. `pending` versions are not published yet; only methods that say so return them. */
export function createRecords({ db, retention, fileId, versions }: RecordsParts) {
  /** The newest saved version that this process knows to be in the file. */
  let recorded: { readonly file: number; readonly id: number; readonly etag: string } | null = null;

  /**
   * Stores a version: as `pending` before it is published, or as `saved` if the file already contains it. Hides
   * credentials in the note, because every operator can read it.
   */
  async function insert(version: NewVersion): Promise<number> {
    const { bytes, author, note, ...rest } = version;
    // For a file of typical size, the thread pool would take several times as long as the compression itself.
    const content = bytes.length < large ? deflateSync(bytes) : await pack(bytes);
    const by = { author: author.name, author_kind: author.kind };
    const shown = note === null ? null : hideInText(note);
    const row = { ...rest, ...by, note: shown, file_id: await fileId(), content, created_at: Date.now() };
    const [inserted] = await insertRow(db, row);
    return inserted!.id;
  }

  /**
   * Marks a version as saved, and deletes the oldest versions beyond the retention limit. Does not wait for the
   * disk. If a power failure undoes the confirmation, the next holder of the lock confirms the version again.
   */
  async function confirm(id: number): Promise<void> {
    const target = { file: await fileId(), retention };
    await relaxed(db, async (connection) => {
      await markSaved(connection, { id });
      await prune(connection, target);
    });
  }

  async function drop(id: number): Promise<void> {
    await db.deleteFrom("config_revisions").where("id", "=", id).where("state", "=", "pending").execute();
  }

  /** Stores a version that the panel did not write. */
  async function insertOutside({ etag, bytes }: Content, note: string | null): Promise<number> {
    const id = await insert({ etag, bytes, author: outsideAuthor, note, state: "saved" });
    const target = { file: await fileId(), retention };
    await relaxed(db, (connection) => prune(connection, target).then(() => undefined));
    return id;
  }

  async function remember(id: number, etag: string): Promise<void> {
    recorded = { file: await fileId(), id, etag };
  }

  /**
   * Makes the history agree with the file. The caller holds the lock.
   *
   * - Confirms a pending version if the file contains its bytes, and otherwise drops it.
   * - Records a version that the panel did not write.
   */
  async function agreeWith({ etag, version }: { etag: string; version: Content | null }): Promise<void> {
    for (const one of await pending()) {
      if (one.etag === etag) await confirm(one.id);
      // If the file is missing or being rewritten, a pending version is not dropped, because it is unknown whether the
      // file ever contained it.
      else if (version) await drop(one.id);
    }
    if (!version) return;
    const last = await newest();
    const note = last ? null : "Found when the panel first read it";
    await remember(last?.etag === etag ? last.id : await insertOutside(version, note), etag);
  }

  /** Whether the newest saved version, or a pending one, has this etag. */
  async function includesNow(etag: string): Promise<boolean> {
    const file = await fileId();
    const known = () => (recorded?.file === file ? recorded : null);
    if (known()?.etag === etag) return true;
    // One statement: between two, a save could confirm its version, which neither of them would find.
    const found = await newestAndPending(db, { file });
    const last = found.find(({ state }) => state === "saved");
    if (last?.etag !== etag) return found.some((one) => one.etag === etag);
    // This function does not hold the lock, so a save may have recorded a newer version during the query.
    if (last.id >= (known()?.id ?? 0)) recorded = { id: last.id, etag, file };
    return true;
  }

  /** There is at most one unless a process died. */
  async function pending(): Promise<RevisionRow[]> {
    return (await pendingRows(db, { file: await fileId() })).map(fromRow);
  }

  async function find(query: SavedRevisions): Promise<RevisionRow[]> {
    const { limit, before, author, since, until, search } = query;
    let found = saved(db, await fileId());
    if (before !== undefined) found = found.where("id", "<", before);
    if (author !== undefined) found = found.where("author", "=", author);
    if (since !== undefined) found = found.where("created_at", ">=", since);
    if (until !== undefined) found = found.where("created_at", "<", until);
    if (search !== undefined) {
      const id = /^(?:version |#)?(\d{1,9})$/i.exec(search)?.[1];
      found = found.where((where) =>
        where.or([
          contains("author", search),
          contains("note", search),
          ...(id === undefined ? [] : [where("id", "=", Number(id))]),
        ]),
      );
    }
    return (await found.select(columns).orderBy("id", "desc").limit(limit).execute()).map(fromRow);
  }

  async function newest(kind?: AuthorKind): Promise<RevisionRow | undefined> {
    const file = await fileId();
    const [row] = await (kind === undefined ? newestRow(db, { file }) : newestRowBy(db, { file, kind }));
    return row && fromRow(row);
  }

  async function before({ id }: Numbered): Promise<RevisionRow | undefined> {
    const [previous] = await find({ limit: 1, before: id });
    return previous;
  }

  async function after({ id }: Numbered): Promise<RevisionRow | undefined> {
    const later = saved(db, await fileId()).where("id", ">", id);
    const row = await later.select(columns).orderBy("id").limit(1).executeTakeFirst();
    return row && fromRow(row);
  }

  async function authors(): Promise<string[]> {
    const names = saved(db, await fileId())
      .select("author")
      .distinct()
      .orderBy("author");
    return (await names.execute()).map(({ author }) => author);
  }

  async function count(): Promise<number> {
    const { count } = await saved(db, await fileId())
      .select((query) => query.fn.countAll<number | string>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async function byId(id: number): Promise<RevisionRow | undefined> {
    const query = saved(db, await fileId()).where("id", "=", id);
    const row = await query.select(columns).executeTakeFirst();
    return row && fromRow(row);
  }

  /** @throws AppError `not-found` */
  async function get(id: number): Promise<RevisionRow> {
    const row = await byId(id);
    if (row) return row;
    throw new AppError(
      "not-found",
      `Version ${id} is no longer stored. Choose another version from the history.`,
    );
  }

  async function withEtags(etags: readonly string[]): Promise<RevisionRow[]> {
    if (etags.length === 0) return [];
    const query = saved(db, await fileId()).where("etag", "in", etags);
    return (await query.select(columns).execute()).map(fromRow);
  }

  /**
   * Pending versions count, too.
   * @param near a time (ms since 1970); if set, the version created closest to this time is returned instead
   */
  async function byEtag(etag: string, near?: number): Promise<RevisionRow | undefined> {
    const query = rows(db, await fileId())
      .where("etag", "=", etag)
      .select(columns);
    const row = await (near === undefined ? query : query.orderBy(sql`abs(created_at - ${near})`))
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    return row && fromRow(row);
  }

  async function bytes({ id }: Numbered): Promise<Buffer> {
    const query = db.selectFrom("config_revisions").where("id", "=", id).select("content");
    return unpack((await query.executeTakeFirstOrThrow()).content);
  }

  /** Null for a version that an older panel accepted and this panel cannot parse. */
  async function version(row: Pick<RevisionRow, "id" | "etag">): Promise<Version | null> {
    const found = versions.get(row.etag) ?? versions.of(await bytes(row));
    return found.usable ? found : null;
  }

  return {
    ...{ insert, confirm, drop, insertOutside, remember, agreeWith, includesNow, pending },
    ...{ find, newest, before, after, authors, count, byId, get, withEtags, byEtag, bytes, version },
  };
}
