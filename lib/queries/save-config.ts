import type { ConfigDocument, Operation } from "@/lib/config/document";
import { requestJson } from "./http";

export interface SaveConfig {
  /** Version of the file that the operations were made on. */
  etag: string;
  operations: readonly Operation[];
  note?: string;
}

/**
 * Edits the configuration file (`PATCH /api/panel/config`) and returns what it is afterwards.
 * @throws RequestError 412 when others changed it meanwhile (`conflicts`), 422 when a value is not valid (`problems`).
 */
export function saveConfig({ etag, operations, note }: SaveConfig): Promise<ConfigDocument> {
  return requestJson<ConfigDocument>("/api/panel/config", {
    method: "PATCH",
    headers: { "content-type": "application/json", "if-match": `"${etag}"` },
    body: JSON.stringify({ operations, ...(note ? { note } : {}) }),
  });
}
