import { inPanel } from "@/lib/shared/base-path";
import { configQuery } from "@/components/settings/queries/config";
import { addressOf, call, send } from "@/components/shell/queries/call";
import { routeQuery } from "@/components/shell/queries/pages";

export const createConfigFile = () => call("POST /config/file", { body: {} });

/** @throws RequestError 409 */
export const closeConfigFile = () => call("POST /config/permissions", { body: {} });

export const rawConfigQuery = () => routeQuery([...configQuery().queryKey, "raw"], "GET /config/raw");

/** @throws RequestError */
export const showRawConfig = () => call("POST /config/raw", { body: {} });

/**
 * Replaces the whole text of the file. `etag` is the version on which the text is based.
 * @throws RequestError 412 if the file has changed since `etag`; 422 with `places` if the text is invalid
 */
export const saveRawConfig = ({ etag, text, note }: { etag: string; text: string; note: string }) =>
  call("PUT /config/raw", { etag, body: { text, note: note || undefined } });

export interface PreviewImport {
  text: string;
  /** `merge` changes only the settings in the text. `replace` also resets all other settings. */
  mode: "merge" | "replace";
}

/** Writes nothing. @throws RequestError 409 if the file is not usable */
export const previewImport = (body: PreviewImport) => call("POST /config/import", { body });

export const exportAddress = inPanel(addressOf("GET /config/export"));

/** @throws RequestError */
export async function exportWithSecrets(): Promise<{ filename: string; content: Blob }> {
  const answer = await send("POST /config/export", { body: { secrets: true } });
  const named = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  return { filename: decodeURIComponent(named ?? "config.json"), content: await answer.blob() };
}

/**
 * The value of an unrecognized key in the version `etag` of the file. Because the value may be a secret:
 * - It is fetched only on request.
 * - The audit log records the request.
 * - The cache drops the value when the operator leaves the page.
 */
export const unrecognizedKeyQuery = (path: string, etag: string) => ({
  ...routeQuery(["unrecognized-key", path, etag], "GET /config/other", { query: { path } }),
  gcTime: 0,
  staleTime: Infinity,
  retry: false,
});
