import "server-only";
import type { Author } from "@/lib/shared/author";
import type { AuditOutcome } from "@/lib/shared/contract/audit";
import { hideInText } from "@/lib/shared/settings/credentials";
import type { Link } from "./chain";
import type { Origin } from "./origin";

/** An action and its actor, as passed by callers. */
export interface Entry {
  actor: Author;
  /** The actor's user (Snowflake), for actions done with a user token. */
  userId?: string;
  /** Dotted verb: `config.save`, `operator.create`, `sign-in`. */
  action: string;
  target?: string;
  /** Never contains secrets: key paths, not values. */
  detail?: Record<string, unknown>;
  /** Where the action came from, if not from the request being answered. */
  origin?: Origin;
}

/** An entry with its origin, which may be empty. */
export type LocatedEntry = Entry & { origin: Origin };

/** Maximum lengths in characters: clients choose their user agent freely, and key names are unbounded. */
const LONGEST = { actor: 100, target: 1_000, browser: 300, address: 64 };

/**
 * Text that both databases store unchanged: PostgreSQL refuses NUL, and lone surrogates are not valid UTF-8.
 * Credentials are hidden before the text is shortened.
 */
const storable = (text: string, longest: number) =>
  Buffer.from(hideInText(text).slice(0, longest).replaceAll("\0", "\ufffd")).toString();

/** People may type credentials into notes. */
const shown = (_: string, value: unknown) => (typeof value === "string" ? hideInText(value) : value);

const orNull = (text: string | null | undefined, longest: number) =>
  text === null || text === undefined ? null : storable(text, longest);

/** Converts an entry to a row. @param completes the started entry that this is the outcome of */
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
