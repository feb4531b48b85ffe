import "server-only";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import {
  toUnavailableError,
  type Db,
  dialectOf,
  groupCommit,
  type NewRow,
  prepared,
  type Tx,
} from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import type { Keyed } from "./key";

export type Link = Omit<NewRow<"audit">, "id" | "hash">;

const UNWRITTEN =
  "Nothing was changed, because the audit log could not be written. The panel's log has the cause. instance-admin audit verify checks the audit log.";
const HEADLESS = "The audit log has no head: audit_head has no row";

/** The first entry uses this value in place of a previous entry's hash. */
export const BEGINNING = "0".repeat(64);

export const plain = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * The columns that an entry's hash covers, with their types. Never change the order, because existing hashes depend on
 * the order.
 */
export const CONTENT = [
  ["at", "bigint"],
  ["actor", "text"],
  ["user_id", "text"],
  ["action", "text"],
  ["target", "text"],
  ["detail", "text"],
  ["address", "text"],
  ["browser", "text"],
  ["outcome", "text"],
  ["completes", "bigint"],
  ["actor_kind", "text"],
] as const satisfies readonly (readonly [keyof Link, "bigint" | "text"])[];

export const contentOf = (row: Link) => CONTENT.map(([name]) => row[name]);

/** The position and hash of an entry. The hash covers all earlier entries. */
export interface Place {
  id: number;
  hash: string;
}

export const hashOf = (previous: string, id: number, digest: string): string =>
  plain(`${previous} ${id} ${digest}`);

const head = prepared((db) => db.selectFrom("audit_head").select(["id", "hash"]).where("name", "=", "audit"));
const moveHead = prepared((db, { id, hash }: { id: number; hash: string }) =>
  db.updateTable("audit_head").set({ id, hash }).where("name", "=", "audit"),
);
const insert = prepared((db, row: NewRow<"audit">) => db.insertInto("audit").values(row));

async function appendSqlite(tx: Tx, link: Link, digest: string): Promise<Place> {
  const [last] = await head(tx, {});
  if (!last) throw new Error(HEADLESS);
  const id = last.id + 1;
  const hash = hashOf(last.hash, id, digest);
  await insert(tx, { ...link, id, hash });
  await moveHead(tx, { id, hash });
  return { id, hash };
}

/**
 * Appends with a single statement, because all other writers wait while the row of `audit_head` is locked.
 * The lock ends with the commit.
 */
const appendPostgres = prepared((db, row: Link & { digest: string }) =>
  db
    .with("head", (query) =>
      query
        .updateTable("audit_head")
        .set({
          id: sql`id + 1`,
          hash: sql`encode(sha256(convert_to(hash || ' ' || (id + 1) || ' ' || ${row.digest}, 'UTF8')), 'hex')`,
        })
        .where("name", "=", "audit")
        .returning(["id", "hash"]),
    )
    .insertInto("audit")
    .columns(["id", "hash", ...CONTENT.map(([name]) => name)])
    .expression((query) =>
      query
        .selectFrom("head")
        .select([
          "head.id",
          "head.hash",
          ...CONTENT.map(([name, type]) => sql`cast(${row[name]} as ${sql.raw(type)})`.as(name)),
        ]),
    )
    .returning(["audit.id", "audit.hash"]),
);

/**
 * Adds an entry to the end of the chain. The entry's hash is the SHA-256 of `<hash of the previous entry>
 * <id> <digest>`. The digest is the HMAC of the entry's content as a JSON list (`key.ts`).
 *
 * In a transaction, call this last. With PostgreSQL, all other writers wait from this call until the commit.
 * @throws AppError `unavailable` if the database refuses the entry
 */
export async function append(db: Db | Tx, link: Link, keyed: Keyed): Promise<Place> {
  try {
    return await add(db, link, keyed(JSON.stringify(contentOf(link))));
  } catch (cause) {
    // The message can say that nothing was changed, because the entry is written before the work or in the
    // same transaction.
    throw toUnavailableError(cause) ? cause : new AppError("unavailable", UNWRITTEN, { cause });
  }
}

async function add(db: Db | Tx, link: Link, digest: string): Promise<Place> {
  if (dialectOf(db) === "sqlite")
    return db.isTransaction
      ? appendSqlite(db as Tx, link, digest)
      : groupCommit(db, (tx) => appendSqlite(tx, link, digest));
  const [added] = await appendPostgres(db, { ...link, digest });
  if (!added) throw new Error(HEADLESS);
  return added;
}

export const readHead = async (db: Db | Tx): Promise<Place | undefined> => (await head(db, {}))[0];
