import type { ConfigDocument } from "@/lib/config/document";
import type { OtherKey } from "@/lib/config/other-key";
import { requestJson } from "./http";

const address = (path: string) => `/api/panel/config/other?path=${encodeURIComponent(path)}`;

/** What a key that is no setting holds (`GET /api/panel/config/other`). Asked for only when somebody wants to see it. */
export const fetchOtherKey = (path: string): Promise<OtherKey> =>
  requestJson<OtherKey>(address(path), { cache: "no-store" });

/**
 * Gives a key that is no setting another value, JSON (`PUT /api/panel/config/other`).
 * @throws RequestError 412 when the file has changed since `etag`, 422 when the text is not JSON.
 */
export const saveOtherKey = ({ path, etag, text }: OtherKey): Promise<ConfigDocument> =>
  requestJson<ConfigDocument>("/api/panel/config/other", {
    method: "PUT",
    headers: { "content-type": "application/json", "if-match": `"${etag}"` },
    body: JSON.stringify({ path, text }),
  });

/** Removes a key that is no setting (`DELETE /api/panel/config/other`). Errors as `saveOtherKey`. */
export const removeOtherKey = (path: string, etag: string): Promise<ConfigDocument> =>
  requestJson<ConfigDocument>(address(path), { method: "DELETE", headers: { "if-match": `"${etag}"` } });
