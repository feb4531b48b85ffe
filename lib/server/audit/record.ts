import "server-only";
import type { Logger } from "pino";
import { AppError } from "@/lib/errors";
import { type Repeated, Repeats } from "@/lib/repeats";
import { currentContext, noteAccount, noteSecurityEvent } from "@/lib/request-context";
import type { Db, Tx } from "@/lib/server/db";
import type { AuthorKind } from "@/lib/shared/author";
import type { AuditOutcome } from "@/lib/shared/contract/audit";
import type { Link } from "./chain";
import {
  type Completion,
  currentOrigin,
  type Entry,
  type EntryIn,
  located,
  type Origin,
  rowOf,
} from "./entries";

/** Each counter causes at most two entries per minute, even during a flood of failures. */
const MOST_COUNTED = 20;

interface Failure {
  db: Db;
  action: string;
  kind: AuthorKind;
  origin: Origin;
}

const ELSEWHERE: Origin = { address: null, browser: null };

interface RecordDeps {
  /** @param isOutcome the entry completes an earlier one */
  append: (db: Db | Tx, link: Link, isOutcome?: boolean) => Promise<number>;
  clock: { now: () => number };
  log: Logger;
}

export function createRecorder({ append, clock, log }: RecordDeps) {
  const failures = new Repeats<Failure>(MOST_COUNTED, writeCount);
  let written: Promise<unknown> = Promise.resolve();

  /**
   * Does work and records who did it.
   *
   * If `db` is a connection, an entry is written before the work begins, and a second entry records the
   * outcome:
   * - If the first entry cannot be written, the work does not begin.
   * - If the second entry cannot be written, the result of the work is still returned. The server's log
   *   then contains the outcome.
   * - If the work throws an AppError whose details contain `sent`, no outcome is recorded. Another server
   *   received the request, so its result is unknown.
   *
   * If `db` is a transaction, the entry and the work are committed together, so failed work leaves no entry.
   * The entry must contain its origin: call `currentOrigin` before the transaction begins.
   * @throws the errors of the work
   */
  async function audited<T, D extends Db>(
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
      await append(db, rowOf({ ...whole, ...more, detail }, { at: clock.now(), outcome: "done" }));
      return result;
    }
    const entryId = await append(db, rowOf(whole, { at: clock.now(), outcome: "begun" }));
    const complete = async (outcome: AuditOutcome, { target, detail }: Completion) => {
      const row = rowOf({ ...whole, target, detail }, { at: clock.now(), outcome, completes: entryId });
      await append(db, row, true).catch((err: unknown) =>
        log.error(
          { err, entry: entryId, action: entry.action, outcome },
          "The audit log could not record an outcome",
        ),
      );
    };
    // `work` may throw before it returns a promise.
    const result = await (async () => work())().catch(async (error: unknown) => {
      const code = error instanceof AppError ? error.code : "internal";
      // If another server received the request but did not report the result, the outcome “failed” might be wrong.
      const isUnknown = error instanceof AppError && error.details.sent === true;
      if (!isUnknown) await complete("failed", { detail: { code } });
      throw error;
    });
    await complete("done", describe(result));
    return result;
  }

  async function recordAudit<D extends Db>(
    db: D,
    entry: EntryIn<D>,
    outcome: AuditOutcome = "done",
  ): Promise<void> {
    await append(db, rowOf(await located(db, entry), { at: clock.now(), outcome }));
  }

  /**
   * Records a refused attempt, such as a wrong password. The first attempt from an address is written
   * immediately. Further attempts from the address within a minute are counted, and written as one entry. Above
   * `MOST_COUNTED`, the remaining addresses share one counter per action.
   */
  async function recordFailure(
    db: Db,
    { action, actor, target }: Pick<Entry, "actor" | "action" | "target">,
  ): Promise<void> {
    noteSecurityEvent(action);
    if (currentContext()?.security.account === undefined) noteAccount(actor.name);
    const origin = await currentOrigin();
    const { kind, name } = actor;
    const first = failures.add(`${action} ${origin.address}`, { db, action, kind, origin }, name, {
      kind: `${action} elsewhere`,
      event: { db, action, kind, origin: ELSEWHERE },
    });
    if (!first) return;
    await recordAudit(db, { action, actor, target, origin: first.origin }, "failed");
  }

  function writeCount({ first: { db, action, kind, origin }, count, names }: Repeated<Failure>): void {
    const [name = "", ...others] = names;
    const detail = { failures: count, ...(others.length > 0 && { actors: [name, ...others] }) };
    const entry = { actor: { kind, name }, action, detail, origin };
    const writing = recordAudit(db, entry, "failed").catch((err: unknown) =>
      log.error({ err, ...detail, action }, "The audit log could not record a count"),
    );
    written = Promise.all([written, writing]);
  }

  /** Writes the counts of the last minute, before the database is closed. */
  async function writeCounts(): Promise<void> {
    failures.end();
    await written;
  }

  return { audited, recordAudit, recordFailure, writeCounts };
}
