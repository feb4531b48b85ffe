import "server-only";
import { createHmac, hkdfSync } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { nextAuthSecret, readStored, storeOnce } from "@/lib/secret";
import { parsedJson } from "@/lib/shared/json/value";
import { type Db, dialectOf, type Tx } from "@/lib/server/db";
import { z } from "zod";

/**
 * Returns the key of the audit log's hash chain, derived from NEXTAUTH_SECRET. Without this secret, somebody
 * who can write to the database cannot compute hashes for changed entries.
 */
const auditKey = () =>
  processSingleton("audit-key", () =>
    Buffer.from(hkdfSync("sha256", nextAuthSecret(), "", "audit chain", 32)),
  );

export const keyed = (text: string): string => createHmac("sha256", auditKey()).update(text).digest("hex");

/**
 * Returns a proof that this process's key is used for entry `id` and later entries. Creating or verifying the
 * proof requires the key.
 */
export const proofFrom = (id: number): string => keyed(`from ${id}`);

const FIRST_KEYED = "audit-first-keyed";

/**
 * Stores in `audit_keys` that this process's key is used from the next entry on, unless the key is already in
 * use. Also writes the id of the first keyed entry to a file in the data folder, if the file does not exist.
 * Call this before any entry is written.
 *
 * The key is new in these cases:
 * - The audit log is new.
 * - The panel was updated from a version without keys.
 * - NEXTAUTH_SECRET has changed.
 */
export async function beginKey(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The lock makes replicas that start together take turns.
    if (dialectOf(tx) === "postgres") await sql`lock table audit_keys in exclusive mode`.execute(tx);
    const last = await tx
      .selectFrom("audit_keys")
      .selectAll()
      .orderBy("from_id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (last && last.proof === proofFrom(last.from_id)) return;
    const head = await tx.selectFrom("audit_head").select("id").executeTakeFirst();
    const from = (head?.id ?? 0) + 1;
    const proof = proofFrom(from);
    await tx
      .insertInto("audit_keys")
      .values({ from_id: from, proof })
      .onConflict((conflict) => conflict.column("from_id").doUpdateSet({ proof }))
      .execute();
  });
  const first = await db
    .selectFrom("audit_keys")
    .select("from_id")
    .orderBy("from_id")
    .limit(1)
    .executeTakeFirstOrThrow();
  storeOnce(FIRST_KEYED, String(first.from_id));
}

export const firstKeyedPath = (): string => join(env().dataDir, FIRST_KEYED);

/**
 * Reads the id of the first keyed entry from a file in the data folder. If only the database contained this
 * id, somebody who can write to the database could claim that all entries are older than the key. Undefined
 * if no panel has started with this data folder.
 */
export function firstKeyed(): number | undefined {
  const text = readStored(FIRST_KEYED);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text))
    throw new Error(
      `${firstKeyedPath()} contains no entry number. Restore it from a backup, or delete it and restart the panel`,
    );
  return Number(text);
}

const place = { id: z.int(), hash: z.string() };

/** The contents of the marks. A mark records which entries were removed (`cut`) or verified (`verified`). */
const schemas = {
  /** Entries up to `id` were removed at `at` (ms since 1970), when `head` was the newest entry. */
  cut: z.object({ ...place, at: z.number(), head: z.object(place) }),
  /**
   * Entries up to `id` were verified. `wholeAt` is the time of the last complete verification (ms since
   * 1970).
   */
  verified: z.object({ ...place, wholeAt: z.number() }),
};

type Name = keyof typeof schemas;
export type Mark<N extends Name> = z.infer<(typeof schemas)[N]>;

const proofOf = (name: Name, content: string) => keyed(`mark ${name} ${content}`);

/**
 * Reads the mark of removed (`cut`) or verified entries. `isOurs` is false if the mark was not written with
 * this process's key. An unreadable mark counts as missing.
 */
export async function readMark<N extends Name>(
  db: Db | Tx,
  name: N,
): Promise<{ mark: Mark<N>; isOurs: boolean } | undefined> {
  const row = await db.selectFrom("audit_marks").selectAll().where("name", "=", name).executeTakeFirst();
  if (!row) return undefined;
  const { data } = schemas[name].safeParse(parsedJson(row.content));
  if (!data) return undefined;
  const mark = data as Mark<N>;
  return { mark, isOurs: row.proof === proofOf(name, row.content) && row.id === mark.id };
}

/**
 * Writes a mark with a proof that requires the key, so somebody who can only write to the database cannot
 * forge the mark.
 */
export async function writeMark<N extends Name>(db: Db | Tx, name: N, mark: Mark<N>): Promise<void> {
  const content = JSON.stringify(schemas[name].parse(mark));
  const row = { id: mark.id, content, proof: proofOf(name, content) };
  await db
    .insertInto("audit_marks")
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
}
