import "server-only";
import type { Db, Tx } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { AuditOutcome } from "@/lib/shared/contract/audit";
import { append } from "./chain";
import { type Entry, type LocatedEntry, rowOf } from "./entry";
import { currentOrigin } from "./origin";

/** Parts of an entry that are known only after the action. */
export type Completion = Pick<Entry, "target" | "detail">;

/**
 * In a transaction, the caller must pass the origin. Finding the origin there could deadlock: the client's address
 * depends on settings, reading them may store a new version of the file, and this write would wait for the
 * transaction.
 */
type EntryIn<D extends Db> = D extends Tx ? LocatedEntry : Entry;

async function located(db: Db, entry: Entry): Promise<LocatedEntry> {
  const { origin } = entry;
  if (origin) return { ...entry, origin };
  if (db.isTransaction)
    throw new Error(`The entry “${entry.action}” needs its origin before the transaction begins.`);
  return { ...entry, origin: await currentOrigin() };
}

/**
 * Does work and records who did it.
 *
 * With a connection, the entry is written before the work begins. If writing fails, the work does not begin. A second
 * entry records the outcome. If the second entry cannot be written, the result of the work is still returned: the audit
 * log then shows only that the work began, and the server's log contains the outcome. If the work throws an AppError
 * whose details contain `sent`, no outcome is recorded, because another server received the request and the result is
 * unknown.
 *
 * With a transaction, the entry and the work are committed together or not at all, so failed work leaves no entry. The
 * entry needs an origin. Get it from `currentOrigin` before the transaction begins.
 * @param describe returns additions to the entry from the result
 * @throws the errors of the work
 */
export async function audited<T, D extends Db>(
  db: D,
  entry: EntryIn<D>,
  work: () => Promise<T>,
  describe: (result: T) => Completion = () => ({}),
): Promise<T> {
  const whole = await located(db, entry);
  if (db.isTransaction) {
    const result = await work();
    const more = describe(result);
    const detail = { ...entry.detail, ...more.detail };
    await append(db, rowOf({ ...whole, ...more, detail }, "done"));
    return result;
  }
  const begun = await append(db, rowOf(whole, "begun"));
  const complete = async (outcome: AuditOutcome, { target, detail }: Completion) => {
    const row = rowOf({ ...whole, target, detail }, outcome, begun);
    await append(db, row).catch((err: unknown) =>
      log().error(
        { err, entry: begun, action: entry.action, outcome },
        "The audit log could not record an outcome",
      ),
    );
  };
  const result = await work().catch(async (error: unknown) => {
    const code = error instanceof AppError ? error.code : "internal";
    // If another server received the request but did not report the result, the outcome “failed” might be wrong.
    const isUnknown = error instanceof AppError && error.details.sent === true;
    if (!isUnknown) await complete("failed", { detail: { code } });
    throw error;
  });
  await complete("done", describe(result));
  return result;
}

/** Records an action that has already happened, or that the caller does in the same transaction. */
export async function recordAudit<D extends Db>(
  db: D,
  entry: EntryIn<D>,
  outcome: AuditOutcome = "done",
): Promise<void> {
  await append(db, rowOf(await located(db, entry), outcome));
}
