import type { ConfigDocument } from "@/lib/config/document";
import { requestJson } from "./http";

export interface UndoSave {
  /** What the save made; the file must still be that. */
  etag: string;
  /** What the file was before it. */
  to: string;
}

/**
 * Takes a save back, secrets included (`POST /api/panel/config/undo`).
 * @throws RequestError 412 when the file has changed since, 404 when the version before is not kept any more
 */
export const undoSave = ({ etag, to }: UndoSave): Promise<ConfigDocument> =>
  requestJson<ConfigDocument>("/api/panel/config/undo", {
    method: "POST",
    headers: { "content-type": "application/json", "if-match": `"${etag}"` },
    body: JSON.stringify({ to }),
  });
