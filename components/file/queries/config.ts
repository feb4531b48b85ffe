import { queryOptions } from "@tanstack/react-query";
import { configQuery } from "@/components/settings/queries/config";
import { addressOf, call, send } from "@/components/shell/queries/call";

/** Creates a missing file. @throws RequestError 409 if a file exists now */
export const createConfigFile = () => call("POST /config/file", { body: {} });

/** Restricts access to the file to its owner and group. @throws RequestError 409 */
export const closeConfigFile = () => call("POST /config/permissions", { body: {} });

/** The file's text, with a marker in place of each secret. */
export const rawConfigQuery = () =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "raw"],
    queryFn: ({ signal }) => call("GET /config/raw", { signal }),
  });

/** A broken file's text with its hidden values shown. @throws RequestError */
export const showRawConfig = () => call("POST /config/raw", { body: {} });

export interface SaveRawConfig {
  /** Version of the file that the text was made from. */
  etag: string;
  text: string;
  note?: string;
}

/**
 * Replaces the whole text of the file.
 * @throws RequestError 412 if somebody has changed it in the meantime, 422 if it is not valid (`places`)
 */
export const saveRawConfig = ({ etag, text, note }: SaveRawConfig) =>
  call("PUT /config/raw", { etag, body: { text, note: note || undefined } });

export interface PreviewImport {
  text: string;
  /** `merge` sets the values in the text; `replace` also resets all other settings. */
  mode: "merge" | "replace";
}

/**
 * The changes that importing a text would make. Writes nothing. @throws RequestError 409 if the file is not usable
 */
export const previewImport = (body: PreviewImport) => call("POST /config/import", { body });

/** The address where a browser downloads the file without its secrets. */
export const exportAddress = addressOf("GET /config/export");

/** The file with its secrets, to be saved as `filename`. @throws RequestError */
export async function exportWithSecrets(): Promise<{ filename: string; content: Blob }> {
  const answer = await send("POST /config/export", { body: { secrets: true } });
  const named = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  return { filename: decodeURIComponent(named ?? "config.json"), content: await answer.blob() };
}

/**
 * The value of an unrecognized key in the version `etag` of the file. Fetched only when an operator asks to see
 * it, which the audit log records; It may be a secret, so it is removed from the cache with the page.
 */
export const unrecognizedKeyQuery = (path: string, etag: string) =>
  queryOptions({
    queryKey: ["unrecognized-key", path, etag],
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: ({ signal }) => call("GET /config/other", { query: { path }, signal }),
  });
