import "server-only";
import { type Db, prepared, type Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { log } from "@/lib/log";

/** The last use is recorded at most this often (ms), because each record costs a commit. */
const EXACT_TO = 60_000;

const tokenById = prepared((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom("user_tokens")
    .select(["expires_at", "last_used_at", "revoked_at"])
    .where("id", "=", id)
    .where("user_id", "=", userId),
);
const setLastUsed = prepared((db, { at, id }: { at: number; id: string }) =>
  db.updateTable("user_tokens").set({ last_used_at: at }).where("id", "=", id),
);

/**
 * Whether a named token is neither revoked nor expired. The row is read on every request, so that a revocation takes
 * effect at once on every replica.
 */
export async function isNamedTokenValid(db: Db | Tx, id: string, userId: string): Promise<boolean> {
  const [row] = isSnowflake(id) ? await tokenById(db, { id, userId }) : [];
  const now = Date.now();
  if (!row || row.revoked_at !== null || row.expires_at <= now) return false;
  if (row.last_used_at === null || now - row.last_used_at >= EXACT_TO) await noteUse(db, id, now);
  return true;
}

/** Records the last use of a token. Catches errors, because the request must not fail if recording fails. */
async function noteUse(db: Db | Tx, id: string, at: number): Promise<void> {
  try {
    await setLastUsed(db, { at, id });
  } catch (err) {
    log().warn({ err, token: id }, "The last use of a token could not be recorded");
  }
}

export async function endNamedTokens(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("user_tokens")
    .set({ revoked_at: Date.now() })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
}
