import "server-only";
import { Gauge, type Registry } from "prom-client";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { log } from "@/lib/log";
import { db, type Db, stopBeforeClose, type Tx } from "@/lib/server/db";
import { isIntact, summaryOf, type Verification, verifyFurther } from "./verify";
import { thePanel } from "@/lib/shared/author";
import { audited } from "./audited";
import { readMark, writeMark } from "./key";

const HOUR = 3_600_000;

/** The result of the last verification by this process. `at` is when the verification ended (ms since 1970). */
export interface Verified extends Verification {
  at: number;
}

const hourly = () =>
  processSingleton("audit-hourly", () => ({
    last: null as Verified | null,
    timer: undefined as NodeJS.Timeout | undefined,
    /** Resolves when the most recently started verification ends. Never rejects. */
    running: Promise.resolve(),
    /** Aborted at shutdown. */
    stopping: new AbortController(),
  }));

/** Returns the result of the last verification, or null until the first verification has ended. */
export const lastVerified = (): Verified | null => hourly().last;

/**
 * Verifies the audit log now and every hour, and removes entries that are older than AUDIT_RETENTION_DAYS.
 * Writes the newest hash to the server's log and the metrics. These copies are outside the database, so they
 * reveal a truncated or recomputed chain.
 * @param registry the panel's metrics
 */
export function startVerifying(registry: Registry): void {
  if (hourly().timer) return;
  registerMetrics(registry);
  const verifyNext = () => {
    const own = hourly();
    own.running = own.running.then(() => verify(own.stopping.signal));
  };
  verifyNext();
  hourly().timer = setInterval(verifyNext, HOUR).unref();
  stopBeforeClose(stopVerifying);
}

/** Stops the hourly verification and aborts a verification in progress. */
async function stopVerifying(): Promise<void> {
  const own = hourly();
  clearInterval(own.timer);
  own.timer = undefined;
  own.stopping.abort();
  await own.running;
}

async function verify(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  try {
    const found = await verifyFurther(db(), Date.now(), signal);
    hourly().last = { ...found, at: Date.now() };
    const head = { entry: found.id, hash: found.hash };
    if (found.fault !== undefined) return log().error(head, `The audit log is not intact. ${found.fault}`);
    log()[isIntact(found) ? "info" : "warn"](head, summaryOf(found));
    const { auditRetentionDays } = env();
    if (auditRetentionDays !== undefined) await removeOldEntries(db(), auditRetentionDays);
  } catch (err) {
    if (signal.aborted) return;
    log().warn(
      { err },
      "The audit log could not be verified, or its old entries could not be removed; the next attempt is in an hour",
    );
  }
}

function registerMetrics(registry: Registry): void {
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    set: (gauge: Gauge, last: Verified) => void,
  ) =>
    new Gauge({
      name: `instance_admin_audit_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        const last = lastVerified();
        if (last) set(this, last);
      },
    });
  gauge(
    "entries",
    "Entries of the audit log at the last verification, labeled with the newest entry's hash.",
    ["hash"],
    (own, last) => own.set({ hash: last.hash }, last.id),
  );
  gauge("intact", "Whether the last verification found the audit log intact.", [], (own, last) =>
    own.set(isIntact(last) ? 1 : 0),
  );
  gauge("verified_timestamp_seconds", "When the audit log was last verified.", [], (own, { at }) =>
    own.set(at / 1000),
  );
}

const DAY = 86_400_000;
/** Maximum number of entries removed per transaction. */
const BATCH = 2_000;

/**
 * Removes entries older than `days`, oldest first, but never the newest entry. Records the removal as an
 * entry. Also stores which entry was removed last and which entry was the newest (the mark `cut`), so that
 * the remaining chain can still be verified. Nobody can forge this mark without the key. Call this function
 * only if the audit log is intact, because a new mark would hide missing entries.
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

/**
 * Returns the ids of the first and last entries to remove. `upTo` is less than `from` if no entry is old
 * enough.
 */
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
  // Another replica has already removed the entry.
  if (!last) return;
  const cut = await readMark(tx, "cut");
  if (cut && cut.mark.id >= id) return;
  await writeMark(tx, "cut", { id, hash: last.hash, at, head });
  await tx.deleteFrom("audit").where("id", "<=", id).execute();
}
