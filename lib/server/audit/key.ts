import "server-only";
import { createHmac, hkdfSync } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { nextAuthSecret, readStored, storeOnce } from "@/lib/secret";
import { type Db, dialectOf } from "@/lib/server/db";

/**
 * The key of the audit's chain, derived from the secret that also signs session cookies. It is not in the
 * database, so that somebody who can write to the database cannot compute hashes for changed entries.
 */
const auditKey = () =>
  processSingleton("audit-key", () =>
    Buffer.from(hkdfSync("sha256", nextAuthSecret(), "", "audit chain", 32)),
  );

/** HMAC-SHA-256, hexadecimal. */
export const keyed = (text: string): string => createHmac("sha256", auditKey()).update(text).digest("hex");

/** Proves from which entry on a key is used. Only the key itself can verify the proof. */
export const proofFrom = (id: number): string => keyed(`from ${id}`);

/**
 * Records the first entry that this process's key applies to: the very first entry, the next one after an update
 * from a version without keys, or the next one after NEXTAUTH_SECRET was replaced. Call before the first entry is
 * written. The first start with a data folder also stores the first entry with any key there.
 */
export async function beginKey(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Replicas that start together take turns.
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

const FIRST_KEYED = "audit-first-keyed";

/** The file with the number of the first entry that has a key. */
export const firstKeyedPath = (): string => join(env().dataDir, FIRST_KEYED);

/**
 * The first entry with a key, as stored outside the database. Without it, somebody who can write to the database
 * could claim that all entries are from before there were keys. Undefined if no panel has started with this folder.
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
