import { call } from "@/components/shell/queries/call";
import type { CheckKind } from "@/lib/shared/contract/checks";
import type { Operation } from "@/lib/shared/contract/config-snapshot";

export interface RunCheck {
  kind: CheckKind;
  /** The unsaved changes to the settings that the check reads. */
  operations: readonly Operation[];
  /** Only mail checks use it. */
  to?: string;
  /** Private addresses (`host:port`) to which the operator has allowed the check to connect. */
  confirmed?: readonly string[];
  /** Aborting the request cancels the check on the server too. */
  signal: AbortSignal;
}

/** @throws RequestError 422 if a value is invalid, 429 if checks are run too often */
export const runCheck = ({ kind, operations, to, confirmed, signal }: RunCheck) =>
  call("POST /checks/:kind", {
    params: { kind },
    body: { operations: [...operations], to: to || undefined, confirmed: confirmed && [...confirmed] },
    signal,
  });

/** @throws RequestError with the reason if there is no list */
export const downloadList = async (address: string): Promise<string[]> =>
  (await call("POST /downloads/list", { body: { address } })).items;
