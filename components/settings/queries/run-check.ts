import type { CheckKind, CheckResult } from "@/lib/shared/contract/checks";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { requestJson } from "@/components/shell/queries/http";

export interface RunCheck {
  kind: CheckKind;
  /** Unsaved edits of the check's settings. */
  operations: readonly Operation[];
  /** `smtp` only: where a test mail is sent. */
  to?: string;
  /** Cancels the check, on the server too. */
  signal: AbortSignal;
}

/** Tests a connection (`POST /api/panel/checks/:kind`). @throws RequestError 422 when a value is not valid, 429 */
export function runCheck({ kind, operations, to, signal }: RunCheck): Promise<CheckResult> {
  return requestJson<CheckResult>(`/api/panel/checks/${kind}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ operations, ...(to ? { to } : {}) }),
    signal,
  });
}
