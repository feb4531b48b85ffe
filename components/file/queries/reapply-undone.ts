import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { requestJson } from "@/components/shell/queries/http";

/** Saves the reverted values again. @throws RequestError 409 when no value is reverted any more, 412 when the file changed */
export const reapplyUndone = ({ etag, paths }: { etag: string; paths: readonly string[] }) =>
  requestJson<ConfigSnapshot>("/api/panel/config/undone", {
    method: "POST",
    headers: { "content-type": "application/json", "if-match": `"${etag}"` },
    body: JSON.stringify({ paths }),
  });
