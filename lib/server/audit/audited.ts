import "server-only";
import type { Db, Tx } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { AuditOutcome } from "@/lib/shared/contract/audit";
import { append } from "./chain";
import { type Entry, rowOf } from "./entry";
import { currentOrigin } from "./origin";

/** What is known about an action only once it is over. */
export type Completion = Pick<Entry, "target" | "detail">;

/**
 * Does something and records who did it.
 *
 * With a connection, the entry is written before the work begins, and a failure to write it prevents the work; how the
 * work ended is a second entry. If that one cannot be written, the work has been done all the same: the audit still
 * says that it began, and the log says how it ended. It also stays so where the work throws an AppError whose details
 * say `sent`: another server was asked, and nobody knows what it did.
 *
 * With a transaction, entry and work are committed together or not at all; work that fails leaves no entry. Pass the
 * origin if the transaction may be shared with other requests (`grouped`).
 * @param describe what to add to the entry once the result is there
 * @throws whatever the work throws
 */
export async function audited<T>(
  db: Db | Tx,
  entry: Entry,
  work: () => Promise<T>,
  describe: (result: T) => Completion = () => ({}),
): Promise<T> {
  const located = { ...entry, origin: entry.origin ?? (await currentOrigin()) };
  if (db.isTransaction) {
    const result = await work();
    const more = describe(result);
    const detail = { ...entry.detail, ...more.detail };
    await append(db, rowOf({ ...located, ...more, detail }, "done"));
    return result;
  }
  const begun = await append(db, rowOf(located, "begun"));
  const complete = async (outcome: AuditOutcome, { target, detail }: Completion) => {
    const row = rowOf({ ...located, target, detail }, outcome, begun);
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
export async function recordAudit(db: Db | Tx, entry: Entry, outcome: AuditOutcome = "done"): Promise<void> {
  await append(db, rowOf({ ...entry, origin: entry.origin ?? (await currentOrigin()) }, outcome));
}
