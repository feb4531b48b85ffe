import { call, type Input } from "@/components/shell/queries/call";
import type { CheckKind } from "@/lib/shared/contract/checks";

/**
 * @param signal aborting the request cancels the check on the server too
 * @throws RequestError 422 if a value is invalid, 429 if checks are run too often
 */
export const runCheck = (kind: CheckKind, body: Input<"POST /checks/:kind">["body"], signal: AbortSignal) =>
  call("POST /checks/:kind", { params: { kind }, body, signal });

/** @throws RequestError with the reason if there is no list */
export const downloadList = async (address: string): Promise<string[]> =>
  (await call("POST /downloads/list", { body: { address } })).items;
