import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { requestJson } from "@/components/shell/queries/http";

export interface SaveRawConfig {
  /** Version of the file that the text was made from. */
  etag: string;
  text: string;
  note?: string;
}

/**
 * Replaces the whole text of the file.
 * @throws RequestError 412 when others changed it meanwhile, 422 when it is not valid (`places`)
 */
export const saveRawConfig = ({ etag, text, note }: SaveRawConfig) =>
  requestJson<ConfigSnapshot>("/api/panel/config/raw", {
    method: "PUT",
    headers: { "content-type": "application/json", "if-match": `"${etag}"` },
    body: JSON.stringify({ text, ...(note ? { note } : {}) }),
  });
