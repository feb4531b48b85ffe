import type { ConfigDocument } from "@/lib/config/document";
import { requestJson } from "./http";

export interface RestoreRevision {
  id: number;
  /** Version of the file that the decision was made on. */
  etag: string;
  /** Only these settings; without it the whole version. */
  paths?: readonly string[];
}

/** @throws RequestError 412 when the file changed meanwhile, 422 when the old values are not valid today */
export const restoreRevision = ({ id, etag, paths }: RestoreRevision) =>
  requestJson<ConfigDocument>(`/api/panel/config/revisions/${id}/restore`, {
    method: "POST",
    headers: { "content-type": "application/json", "if-match": `"${etag}"` },
    body: JSON.stringify(paths ? { paths } : {}),
  });
