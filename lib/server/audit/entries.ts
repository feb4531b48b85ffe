import "server-only";
import type { AuditOutcome } from "@/lib/shared/contract/audit";
import type { Link } from "./chain";
import type { Author } from "@/lib/shared/author";
import { hideInText } from "@/lib/shared/settings/credentials";
import type { Db, Tx } from "@/lib/server/db";
import { currentContext } from "@/lib/request-context";

export interface Origin {
  address: string | null;
  browser: string | null;
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
  action: string;
  target?: string;
  /** Must not contain secrets. List the paths of settings, not their values. */
  detail?: Record<string, unknown>;
  origin?: Origin;
}

export type LocatedEntry = Entry & { origin: Origin };

/** Maximum lengths in characters. User agents and key names could otherwise have any length. */
const LONGEST = { actor: 100, target: 1_000, browser: 300, address: 64 };

/**
 * Replaces NUL, which PostgreSQL refuses, and lone surrogates, which are not valid UTF-8. Hides credentials
 * before it shortens the text, because half a credential would not be recognized.
 */
const storable = (text: string, longest: number) =>
  Buffer.from(hideInText(text).slice(0, longest).replaceAll("\0", "\ufffd")).toString();

const shown = (_: string, value: unknown) => (typeof value === "string" ? hideInText(value) : value);

const orNull = (text: string | null | undefined, longest: number) =>
  text === null || text === undefined ? null : storable(text, longest);

/**
 * Converts an entry to a row. If the entry completes an entry that was written before the work began,
 * `completes` is the id of the earlier entry.
 */
export function rowOf(
  entry: LocatedEntry,
  { at, outcome, completes }: { at: number; outcome: AuditOutcome; completes?: number },
): Link {
  const { name, kind } = entry.actor;
  const { token } = entry.origin;
  const detail: Entry["detail"] = { ...entry.detail, ...(token !== undefined && { apiToken: token }) };
  return {
    at,
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

export type Completion = Pick<Entry, "target" | "detail">;

/**
 * In a transaction, the caller must pass the origin. Determining the origin there reads the settings, which
 * may store a new version of the file. That write would wait for the transaction: a deadlock.
 */
export type EntryIn<D extends Db> = D extends Tx ? LocatedEntry : Entry;

export async function located(db: Db, entry: Entry): Promise<LocatedEntry> {
  const { origin } = entry;
  if (origin) return { ...entry, origin };
  if (db.isTransaction)
    throw new Error(`Read the origin of the audit entry “${entry.action}” before the transaction begins.`);
  return { ...entry, origin: await currentOrigin() };
}
