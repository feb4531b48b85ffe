import "server-only";
import type { Db, Tx } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { AuditOutcome } from "@/lib/shared/contract/audit";
import { append } from "./chain";
import { type Entry, type LocatedEntry, rowOf } from "./entry";
import { currentOrigin } from "./origin";

/** What is known about an action only once it is over. */
export type Completion = Pick<Entry, "target" | "detail">;

/**
 * In a transaction the origin has to be known: to find the client's address may take the file's settings, which may store
 * a version, and another connection would wait for the transaction.
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
 * Does something and records who did it.
 *
 * With a connection, the entry is written before the work begins, and a failure to write it prevents the work; how the
 * work ended is a second entry. If that one cannot be written, the work has been done all the same: the audit still
 * says that it began, and the log says how it ended. It also stays so where the work throws an AppError whose details
 * say `sent`: another server was asked, and nobody knows what it did.
 *
 * With a transaction, entry and work are committed together or not at all; work that fails leaves no entry. The entry
 * has its origin then, from `currentOrigin` before the transaction.
 * @param describe what to add to the entry once the result is there
 * @throws whatever the work throws
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
    // Sent to another server that did not say how it ended: "failed" might be untrue.
    const isUnknown = error instanceof AppError && error.details.sent === true;
    if (!isUnknown) await complete("failed", { detail: { code } });
    throw error;
  });
  await complete("done", describe(result));
  return result;
}

/** Records something that has happened, or that happens in the given transaction. */
export async function recordAudit<D extends Db>(
  db: D,
  entry: EntryIn<D>,
  outcome: AuditOutcome = "done",
): Promise<void> {
  await append(db, rowOf(await located(db, entry), outcome));
}
