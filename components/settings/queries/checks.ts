import { call } from "@/components/shell/queries/call";
import type { CheckKind } from "@/lib/shared/contract/checks";
import type { Operation } from "@/lib/shared/contract/config-snapshot";

export interface RunCheck {
  kind: CheckKind;
  /** Unsaved edits of the check's settings. */
  operations: readonly Operation[];
  /** Mail checks only: the recipient of a test email. */
  to?: string;
  /** Private addresses (`host:port`) that the operator has confirmed. */
  confirmed?: readonly string[];
  /** Cancels the check, on the server too. */
  signal: AbortSignal;
}

/** Tests a connection. @throws RequestError 422 if a value is not valid, 429 */
export const runCheck = ({ kind, operations, to, confirmed, signal }: RunCheck) =>
  call("POST /checks/:kind", {
    params: { kind },
    body: { operations: [...operations], to: to || undefined, confirmed: confirmed && [...confirmed] },
    signal,
  });
