import type { ConfigDocument } from "@/lib/config/document";
import { requestJson } from "./http";

/** Saves undone values again. @throws RequestError 409 when none is undone any more, 412 when the file changed */
export const reapplyUndone = ({ etag, paths }: { etag: string; paths: readonly string[] }) =>
  requestJson<ConfigDocument>("/api/panel/config/undone", {
    method: "POST",
    headers: { "content-type": "application/json", "if-match": `"${etag}"` },
    body: JSON.stringify({ paths }),
  });
