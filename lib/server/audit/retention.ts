import "server-only";
import type { Db, Tx } from "@/lib/server/db";
import { thePanel } from "@/lib/shared/author";
import { readCut, writeCut } from "./cut";
import type { Keyed } from "./key";
import type { createRecorder } from "./record";

const DAY = 86_400_000;
/** Maximum number of entries removed per transaction. */
const BATCH = 2_000;

interface RetentionDeps {
  db: Db;
  keyed: Keyed;
  audited: ReturnType<typeof createRecorder>["audited"];
  days: number;
  now: number;
}

/**
 * Removes entries older than `days`, oldest first, but never the newest entry, nor an entry that a sink has
 * not taken. Call this only if the audit log is intact, because a new mark would hide missing entries.
 */
export async function removeOldEntries({ db, keyed, audited, days, now }: RetentionDeps): Promise<void> {
  const { from, upTo } = await range(db, now - days * DAY);
  if (upTo < from) return;
  const entry = { actor: thePanel, action: "audit.cut", detail: { from, upTo, days } };
  await audited(db, entry, async () => {
    for (let id = from - 1; id < upTo;) {
      id = Math.min(id + BATCH, upTo);
      await db.transaction().execute((tx) => removeUpTo(tx, id, now, keyed));
    }
  });
}

async function range(db: Db, before: number): Promise<{ from: number; upTo: number }> {
  const edge = db.selectFrom("audit").select(({ fn }) => fn.min("id").as("id"));
  const [oldest, young, heads] = await Promise.all([
    edge.executeTakeFirst(),
    edge.where("at", ">=", before).executeTakeFirst(),
    db.selectFrom("audit_head").select(["name", "id"]).execute(),
  ]);
  const newest = heads.find(({ name }) => name === "audit")?.id ?? 0;
  const taken = heads.find(({ name }) => name === "sink")?.id ?? newest;
  return { from: oldest?.id ?? 1, upTo: Math.min((young?.id ?? newest) - 1, newest - 1, taken) };
}

async function removeUpTo(tx: Tx, id: number, at: number, keyed: Keyed): Promise<void> {
  const last = await tx.selectFrom("audit").select("hash").where("id", "=", id).executeTakeFirst();
  // Another replica has already removed the entry.
  if (!last) return;
  const cut = await readCut(tx, keyed);
  if (cut && cut.mark.id >= id) return;
  await writeCut(tx, { id, hash: last.hash, at }, keyed);
  await tx.deleteFrom("audit").where("id", "<=", id).execute();
}
