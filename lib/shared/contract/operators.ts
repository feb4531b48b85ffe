/** A session of an operator: a browser that is signed in. */
export interface PanelSession {
  id: string;
  /** Whether it is the one that asks. */
  current: boolean;
  /** "Firefox on Windows" */
  browser: string;
  /** IP address of the last visit. */
  address: string;
  /** ms since 1970 */
  createdAt: number;
  /** ms since 1970, exact to a minute */
  lastSeenAt: number;
}

/** How an action ended; `begun`: it may or may not have happened, since the panel stopped or could not say. */
export type AuditOutcome = "begun" | "done" | "failed";

/** An action as the audit page shows it: its beginning and its outcome joined into one record. */
export interface AuditRecord {
  id: number;
  /** ms since 1970 */
  at: number;
  actor: string;
  /** The actor's user in the directory, for actions done with a user token. */
  userId: string | null;
  action: string;
  target: string | null;
  detail: Record<string, unknown> | null;
  address: string | null;
  browser: string | null;
  outcome: AuditOutcome;
}
