import type { ConfigSnapshot, Operation } from "@/lib/shared/contract/config-snapshot";
import type { KeyChange } from "@/lib/shared/contract/unrecognized-key";
import { requestJson } from "@/components/shell/queries/http";

export interface SaveConfig {
  /** Version of the file that the operations are based on. */
  etag: string;
  operations: readonly Operation[];
  /** Edits of unrecognized keys, saved in the same version. */
  keys?: readonly KeyChange[];
  note?: string;
}

/**
 * Edits the configuration file (`PATCH /api/panel/config`) and returns its new state.
 * @throws RequestError 412 when others changed it meanwhile (`conflicts`), 422 when a value is not valid (`problems`).
 */
export function saveConfig({ etag, operations, keys, note }: SaveConfig): Promise<ConfigSnapshot> {
  return requestJson<ConfigSnapshot>("/api/panel/config", {
    method: "PATCH",
    headers: { "content-type": "application/json", "if-match": `"${etag}"` },
    body: JSON.stringify({ operations, keys, ...(note ? { note } : {}) }),
  });
}
