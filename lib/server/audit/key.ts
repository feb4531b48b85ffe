import "server-only";
import { createHmac, hkdfSync } from "node:crypto";
import { sql } from "kysely";
import { processSingleton } from "@/lib/process-singleton";
import { nextAuthSecret } from "@/lib/secret";
import { type Db, dialectOf } from "@/lib/server/db";

/**
 * The key of the audit's chain, derived from the secret that also signs session cookies. It is not in the database, so
 * a person who can write to the database still cannot compute hashes for changed entries.
 */
const auditKey = () =>
  processSingleton("audit-key", () =>
    Buffer.from(hkdfSync("sha256", nextAuthSecret(), "", "audit chain", 32)),
  );

/** HMAC-SHA-256, hexadecimal. */
export const keyed = (text: string): string => createHmac("sha256", auditKey()).update(text).digest("hex");

/** Proves that a key is used from an entry on; only the key itself can verify it. */
export const proofFrom = (id: number): string => keyed(`from ${id}`);

/**
 * Notes from which entry on this process's key counts: from the first one, after an update from a version without keys,
 * or after NEXTAUTH_SECRET was replaced. Call before the first entry is written.
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
}
