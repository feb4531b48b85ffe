import { queryOptions } from "@tanstack/react-query";
import { configQuery } from "@/components/settings/queries/config";
import { addressOf, call, send } from "@/components/shell/queries/call";

/** Creates a new, empty file where it is missing. @throws RequestError 409 when a file exists by now */
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
 * @throws RequestError 412 when others changed it meanwhile, 422 when it is not valid (`places`)
 */
export const saveRawConfig = ({ etag, text, note }: SaveRawConfig) =>
  call("PUT /config/raw", { etag, body: { text, note: note || undefined } });

export interface PreviewImport {
  text: string;
  /** `merge` takes what the text sets; `replace` also resets what it does not set. */
  mode: "merge" | "replace";
}

/** What importing a text would change; nothing is written. @throws RequestError 409 when the file is not usable */
export const previewImport = (body: PreviewImport) => call("POST /config/import", { body });

/** Where a browser downloads the file without its secrets. */
export const exportAddress = addressOf("GET /config/export");

/** The file with its secrets, for saving under `filename`. @throws RequestError */
export async function exportWithSecrets(): Promise<{ filename: string; content: Blob }> {
  const answer = await send("POST /config/export", { body: { secrets: true } });
  const named = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  return { filename: decodeURIComponent(named ?? "config.json"), content: await answer.blob() };
}

/**
 * The value of an unrecognized key in the version `etag` of the file. Fetched only when an operator asks to see it, which
 * the audit log records; it may be a secret, so it leaves the cache with the page.
 */
export const unrecognizedKeyQuery = (path: string, etag: string) =>
  queryOptions({
    queryKey: ["unrecognized-key", path, etag],
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: ({ signal }) => call("GET /config/other", { query: { path }, signal }),
  });
