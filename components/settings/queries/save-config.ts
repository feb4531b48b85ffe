import type { ConfigSnapshot, Operation } from "@/lib/shared/contract/config-snapshot";
import { requestJson } from "@/components/shell/queries/http";

export interface SaveConfig {
  /** Version of the file that the operations are based on. */
  etag: string;
  operations: readonly Operation[];
  note?: string;
}

/**
 * Edits the configuration file (`PATCH /api/panel/config`) and returns its new state.
 * @throws RequestError 412 when others changed it meanwhile (`conflicts`), 422 when a value is not valid (`problems`).
 */
export function saveConfig({ etag, operations, note }: SaveConfig): Promise<ConfigSnapshot> {
  return requestJson<ConfigSnapshot>("/api/panel/config", {
    method: "PATCH",
    headers: { "content-type": "application/json", "if-match": `"${etag}"` },
    body: JSON.stringify({ operations, ...(note ? { note } : {}) }),
  });
}
