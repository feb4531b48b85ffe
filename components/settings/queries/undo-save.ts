import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { requestJson } from "@/components/shell/queries/http";

export interface UndoSave {
  /** The version that the save created; the file must still be at it. */
  etag: string;
  /** The version before the save. */
  to: string;
}

/**
 * Undoes a save, secrets included (`POST /api/panel/config/undo`).
 * @throws RequestError 412 when the file has changed since, 404 when the version before is no longer kept
 */
export const undoSave = ({ etag, to }: UndoSave): Promise<ConfigSnapshot> =>
  requestJson<ConfigSnapshot>("/api/panel/config/undo", {
    method: "POST",
    headers: { "content-type": "application/json", "if-match": `"${etag}"` },
    body: JSON.stringify({ to }),
  });
