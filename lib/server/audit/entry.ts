import "server-only";
import type { Author } from "@/lib/shared/author";
import type { AuditOutcome } from "@/lib/shared/contract/audit";
import { hideInText } from "@/lib/shared/settings/credentials";
import type { Link } from "./chain";
import type { Origin } from "./origin";

export interface Entry {
  actor: Author;
  /** The Snowflake of the user who acted. Set only if the action was done with a user token. */
  userId?: string;
  /** A dotted name such as `config.save`, `operator.create` or `sign-in`. */
  action: string;
  target?: string;
  /** Must not contain secrets. List the paths of settings, not their values. */
  detail?: Record<string, unknown>;
  /** If missing, the origin of the request that is being answered is recorded. */
  origin?: Origin;
}

/** An entry whose origin was determined. The fields of the origin may be null. */
export type LocatedEntry = Entry & { origin: Origin };

/** Maximum lengths in characters. Clients may send any user agent, and key names may have any length. */
const LONGEST = { actor: 100, target: 1_000, browser: 300, address: 64 };

/**
 * Makes text acceptable to both databases: replaces NUL, which PostgreSQL refuses, and lone surrogates, which are not
 * valid UTF-8. Hides credentials before it shortens the text, because half a credential would not be recognized.
 */
const storable = (text: string, longest: number) =>
  Buffer.from(hideInText(text).slice(0, longest).replaceAll("\0", "\ufffd")).toString();

/** Hides credentials in details, because people may type them into notes. */
const shown = (_: string, value: unknown) => (typeof value === "string" ? hideInText(value) : value);

const orNull = (text: string | null | undefined, longest: number) =>
  text === null || text === undefined ? null : storable(text, longest);

/** Converts an entry to a row. @param completes the id of the entry that was written before the work began */
export function rowOf(entry: LocatedEntry, outcome: AuditOutcome, completes?: number): Link {
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
