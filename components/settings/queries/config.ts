import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import type { KeyChange } from "@/lib/shared/contract/config";
import type { Operation } from "@/lib/shared/contract/config-snapshot";

/** The current configuration file, without secrets. */
export const configQuery = () =>
  queryOptions({
    queryKey: ["config"],
    queryFn: ({ signal }) => call("GET /config", { signal }),
  });

/** JSON Schema of the file, in the file's own spelling. It changes only with the file's naming. */
export const configSchemaQuery = () =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "schema"],
    queryFn: ({ signal }) => call("GET /config/schema", { signal }),
  });

/** The changes that an edit would make to the file's text. Refetched each time it is shown. */
export const previewQuery = (operations: readonly Operation[], keys: readonly KeyChange[]) =>
  queryOptions({
    // The operations may contain a typed secret, which must not stay in the cache once the preview is closed.
    queryKey: ["config-preview", operations, keys],
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) =>
      call("POST /config/preview", { body: { operations: [...operations], keys: [...keys] }, signal }),
  });

export interface SaveConfig {
  /** Version of the file that the operations are based on. */
  etag: string;
  operations: readonly Operation[];
  /** Edits of unrecognized keys, saved in the same version. */
  keys?: readonly KeyChange[];
  note?: string;
}

/**
 * Edits the configuration file and returns its new state.
 * @throws RequestError 412 if others have changed it in the meantime (`conflicts`), 422 if a value is not valid
 * (`problems`).
 */
export const saveConfig = ({ etag, operations, keys, note }: SaveConfig) =>
  call("PATCH /config", {
    etag,
    body: { operations: [...operations], keys: keys && [...keys], note: note || undefined },
  });

export interface UndoSave {
  /** The version that the save created; the file must still be at it. */
  etag: string;
  /** The version before the save. */
  to: string;
}

/**
 * Undoes a save, secrets included.
 * @throws RequestError 412 if the file has changed since then, 404 if the version before is no longer stored
 */
export const undoSave = ({ etag, to }: UndoSave) => call("POST /config/undo", { etag, body: { to } });
