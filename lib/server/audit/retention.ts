import "server-only";
import { thePanel } from "@/lib/shared/author";
import type { Db, Tx } from "@/lib/server/db";
import { audited } from "./audited";
import { readMark, writeMark } from "./marks";

const DAY = 86_400_000;
/** How many entries one transaction removes. */
const BATCH = 2_000;

/**
 * Removes entries older than `days`, oldest first, but never the newest entry. Stores a keyed mark with the last
 * removed entry and the newest entry, so that the remaining chain can still be verified. Records the removal as an
 * entry. Call this only if the audit log was found intact, because a new mark would hide missing entries.
 */
export async function removeOldEntries(db: Db, days: number, now = Date.now()): Promise<void> {
  const { from, upTo } = await range(db, now - days * DAY);
  if (upTo < from) return;
  const entry = { actor: thePanel, action: "audit.cut", detail: { from, upTo, days } };
  await audited(db, entry, async () => {
    for (let at = from - 1; at < upTo;) {
      at = Math.min(at + BATCH, upTo);
      await db.transaction().execute((tx) => removeUpTo(tx, at, now));
    }
  });
}

/** The ids of the first and the last entry to remove. `upTo` is below `from` if no entry is old enough. */
async function range(db: Db, before: number): Promise<{ from: number; upTo: number }> {
  const [oldest, young, head] = await Promise.all([
    db
      .selectFrom("audit")
      .select(({ fn }) => fn.min("id").as("id"))
      .executeTakeFirst(),
    db
      .selectFrom("audit")
      .select(({ fn }) => fn.min("id").as("id"))
      .where("at", ">=", before)
      .executeTakeFirst(),
    db.selectFrom("audit_head").select("id").executeTakeFirst(),
  ]);
  const newest = head?.id ?? 0;
  return { from: oldest?.id ?? 1, upTo: Math.min(young?.id ?? newest, newest) - 1 };
}

async function removeUpTo(tx: Tx, id: number, at: number): Promise<void> {
  const head = await tx.selectFrom("audit_head").select(["id", "hash"]).executeTakeFirstOrThrow();
  const last = await tx.selectFrom("audit").select("hash").where("id", "=", id).executeTakeFirst();
  // Another replica has removed the entry already.
  if (!last) return;
  const cut = await readMark(tx, "cut");
  if (cut && cut.mark.id >= id) return;
  await writeMark(tx, "cut", { id, hash: last.hash, at, head });
  await tx.deleteFrom("audit").where("id", "<=", id).execute();
}
