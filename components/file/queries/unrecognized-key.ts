import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { OtherKey } from "@/lib/shared/contract/unrecognized-key";
import { requestJson } from "@/components/shell/queries/http";

const address = (path: string) => `/api/panel/config/other?path=${encodeURIComponent(path)}`;

/** The value of a key that is not a setting (`GET /api/panel/config/other`). Fetched only when an operator asks to see it. */
export const fetchOtherKey = (path: string): Promise<OtherKey> =>
  requestJson<OtherKey>(address(path), { cache: "no-store" });

/**
 * Sets a key that is not a setting to another JSON value (`PUT /api/panel/config/other`).
 * @throws RequestError 412 when the file has changed since `etag`, 422 when the text is not JSON.
 */
export const saveOtherKey = ({ path, etag, text }: OtherKey): Promise<ConfigSnapshot> =>
  requestJson<ConfigSnapshot>("/api/panel/config/other", {
    method: "PUT",
    headers: { "content-type": "application/json", "if-match": `"${etag}"` },
    body: JSON.stringify({ path, text }),
  });

/** Removes a key that is not a setting (`DELETE /api/panel/config/other`). Same errors as `saveOtherKey`. */
export const removeOtherKey = (path: string, etag: string): Promise<ConfigSnapshot> =>
  requestJson<ConfigSnapshot>(address(path), { method: "DELETE", headers: { "if-match": `"${etag}"` } });
