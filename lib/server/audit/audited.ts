import "server-only";
import type { Db, Tx } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { AuditOutcome } from "@/lib/shared/contract/audit";
import { append, type Link } from "./chain";
import type { Author, AuthorKind } from "@/lib/shared/author";
import { hideInText } from "@/lib/shared/settings/credentials";
import { currentContext, noteAccount, noteSecurityEvent } from "@/lib/request-context";
import { processSingleton } from "@/lib/process-singleton";
import { type Repeated, Repeats } from "@/lib/repeats";

interface Origin {
  /** The client's address. Null for the panel's own actions. */
  address: string | null;
  /** The user agent as the client sent it. */
  browser: string | null;
  /** The name of the API token that authenticated the request. */
  token?: string;
}

/**
 * Returns the origin of the current request. Its fields are null outside a request. Call this before
 * `groupCommit`: tasks that share a commit all run in the context of the first task's request.
 */
export async function currentOrigin(): Promise<Origin> {
  const context = currentContext();
  if (!context?.peer) return { address: null, browser: null };
  const { apiToken } = context;
  return {
    address: await context.clientAddress(),
    browser: context.userAgent || null,
    ...(apiToken !== undefined && { token: apiToken }),
  };
}

export interface Entry {
  actor: Author;
  /** The Snowflake of the user who acted. Set only if a user token authenticated the action. */
  userId?: string;
  /** A dotted name such as `config.save`, `operator.create` or `sign-in`. */
  action: string;
  target?: string;
  /** Must not contain secrets. List the paths of settings, not their values. */
  detail?: Record<string, unknown>;
  /** If missing, the origin of the current request is recorded. */
  origin?: Origin;
}

/** An entry with its origin. The fields of the origin may be null. */
type LocatedEntry = Entry & { origin: Origin };

/** Maximum lengths in characters. User agents and key names could otherwise have any length. */
const LONGEST = { actor: 100, target: 1_000, browser: 300, address: 64 };

/**
 * Replaces NUL, which PostgreSQL refuses, and lone surrogates, which are not valid UTF-8. Hides credentials
 * before it shortens the text, because half a credential would not be recognized.
 */
const storable = (text: string, longest: number) =>
  Buffer.from(hideInText(text).slice(0, longest).replaceAll("\0", "\ufffd")).toString();

/** Hides credentials in details, because people may type them into notes. */
const shown = (_: string, value: unknown) => (typeof value === "string" ? hideInText(value) : value);

const orNull = (text: string | null | undefined, longest: number) =>
  text === null || text === undefined ? null : storable(text, longest);

/**
 * Converts an entry to a row. If the entry completes an entry that was written before the work began,
 * `completes` is the id of the earlier entry.
 */
function rowOf(entry: LocatedEntry, outcome: AuditOutcome, completes?: number): Link {
  const { name, kind } = entry.actor;
  const { token } = entry.origin;
  const detail: Entry["detail"] = { ...entry.detail, ...(token !== undefined && { apiToken: token }) };
  return {
    at: Date.now(),
    actor: storable(name, LONGEST.actor),
    actor_kind: kind === "operator" && token !== undefined ? "token" : kind,
    user_id: entry.userId ?? null,
    action: entry.action,
    target: orNull(entry.target, LONGEST.target),
    detail: detail && Object.keys(detail).length > 0 ? JSON.stringify(detail, shown) : null,
    address: orNull(entry.origin.address, LONGEST.address),
    browser: orNull(entry.origin.browser, LONGEST.browser),
    outcome,
    completes: completes ?? null,
  };
}

/** Parts of an entry that are known only after the action. */
export type Completion = Pick<Entry, "target" | "detail">;

/**
 * In a transaction, the caller must pass the origin. Determining the origin there reads the settings, which
 * may store a new version of the file. That write would wait for the transaction: a deadlock.
 */
type EntryIn<D extends Db> = D extends Tx ? LocatedEntry : Entry;

async function located(db: Db, entry: Entry): Promise<LocatedEntry> {
  const { origin } = entry;
  if (origin) return { ...entry, origin };
  if (db.isTransaction)
    throw new Error(`Read the origin of the audit entry “${entry.action}” before the transaction begins.`);
  return { ...entry, origin: await currentOrigin() };
}

/**
 * Does work and records who did it.
 *
 * If `db` is a connection, an entry is written before the work begins, and a second entry records the
 * outcome:
 * - If the first entry cannot be written, the work does not begin.
 * - If the second entry cannot be written, the result of the work is still returned. The server's log then
 *   contains the outcome.
 * - If the work throws an AppError whose details contain `sent`, no outcome is recorded. Another server
 *   received the request, so its result is unknown.
 *
 * If `db` is a transaction, the entry and the work are committed together, so failed work leaves no entry.
 * The entry must contain its origin: call `currentOrigin` before the transaction begins.
 * @param describe derives additions to the entry from the result of the work
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

/** Records an action that has already happened, or that the caller performs in the same transaction. */
export async function recordAudit<D extends Db>(
  db: D,
  entry: EntryIn<D>,
  outcome: AuditOutcome = "done",
): Promise<void> {
  await append(db, rowOf(await located(db, entry), outcome));
}

/**
 * How many combinations of address and action have a separate counter. Each counter causes at most two
 * entries per minute, even during a flood of failures.
 */
const MOST_COUNTED = 20;

interface Failure {
  db: Db;
  action: string;
  kind: AuthorKind;
  origin: Origin;
}

const failures = () =>
  processSingleton("audit-failures", () => new Repeats<Failure>(MOST_COUNTED, writeCount));

const ELSEWHERE: Origin = { address: null, browser: null };

/**
 * Records a refused attempt, such as a wrong password. The first attempt from an address is written
 * immediately. Further attempts from the address within a minute are counted, and written as one entry. Above
 * `MOST_COUNTED`, the remaining addresses share one counter per action.
 */
export async function recordFailure(
  db: Db,
  { action, actor, target }: Pick<Entry, "actor" | "action" | "target">,
): Promise<void> {
  noteSecurityEvent(action);
  if (currentContext()?.security.account === undefined) noteAccount(actor.name);
  const origin = await currentOrigin();
  const { kind, name } = actor;
  const first = failures().add(`${action} ${origin.address}`, { db, action, kind, origin }, name, {
    kind: `${action} elsewhere`,
    event: { db, action, kind, origin: ELSEWHERE },
  });
  if (first)
    await recordAudit(
      db,
      { action, actor, ...(target !== undefined && { target }), origin: first.origin },
      "failed",
    );
}

function writeCount({ first: { db, action, kind, origin }, count, names }: Repeated<Failure>): void {
  const [name = "", ...others] = names;
  const detail = { failures: count, ...(others.length > 0 && { actors: [name, ...others] }) };
  recordAudit(db, { actor: { kind, name }, action, detail, origin }, "failed").catch((err: unknown) =>
    log().error({ err, ...detail, action }, "The audit log could not record a count"),
  );
}
