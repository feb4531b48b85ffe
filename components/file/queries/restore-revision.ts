import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { requestJson } from "@/components/shell/queries/http";

export interface RestoreRevision {
  id: number;
  /** Version of the file that the operator was looking at. */
  etag: string;
  /** Restores only these settings; if absent, the whole version. */
  paths?: readonly string[];
}

/** @throws RequestError 412 when the file changed meanwhile, 422 when the old values are no longer valid */
export const restoreRevision = ({ id, etag, paths }: RestoreRevision) =>
  requestJson<ConfigSnapshot>(`/api/panel/config/revisions/${id}/restore`, {
    method: "POST",
    headers: { "content-type": "application/json", "if-match": `"${etag}"` },
    body: JSON.stringify(paths ? { paths } : {}),
  });
