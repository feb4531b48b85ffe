import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import { routeQuery } from "@/components/shell/queries/pages";
import type { KeyChange } from "@/lib/shared/contract/config";
import type { Naming, Operation, Repair } from "@/lib/shared/contract/config-snapshot";
import type { RevisionUndo, SettingHistory } from "@/lib/shared/contract/history";
import { itemsOf } from "@/lib/shared/settings/kinds/items";

export const configQuery = () =>
  queryOptions({
    queryKey: ["config"],
    // The store compares documents by identity.
    structuralSharing: false,
    queryFn: ({ signal }) => call("GET /config", { query: { lists: "counted" }, signal }),
  });

/** The entries of a long list, which the current file's document leaves out. @param digest of the `CountedList` */
export const listQuery = (path: string, digest: string) =>
  queryOptions({
    queryKey: ["list", path, digest],
    queryFn: async ({ signal }) =>
      itemsOf((await call("GET /config/list", { query: { path }, signal })).items),
    staleTime: Infinity,
  });

/**
 * The file's JSON Schema, with keys spelled as in the file. The schema changes only if the spelling changes.
 */
export const configSchemaQuery = () =>
  routeQuery([...configQuery().queryKey, "schema"], "GET /config/schema");

export interface SaveConfig {
  etag: string;
  operations: readonly Operation[];
  /** They are saved in the same version as the operations. */
  keys?: readonly KeyChange[];
  repairs?: readonly Repair[];
  note?: string;
  naming?: Naming | undefined;
}

/**
 * @throws RequestError 409 `naming-open` if `naming` is needed, 412 with the `conflicts` if the file has
 * changed since `etag`, 422 with the `problems` if a value is invalid
 */
export const saveConfig = ({ etag, operations, keys, repairs, note, naming }: SaveConfig) =>
  call("PATCH /config", {
    etag,
    body: {
      operations: [...operations],
      keys: keys && [...keys],
      repairs: repairs && [...repairs],
      note: note || undefined,
      naming,
    },
  });

export interface UndoSave {
  /** The version that the save created. It must still be the current version. */
  etag: string;
  to: string;
}

/**
 * @throws RequestError 412 if the file has changed since the save, 404 if the earlier version is no longer
 * stored
 */
export const undoSave = ({ etag, to }: UndoSave) => call("POST /config/undo", { etag, body: { to } });

/**
 * Covers all changes of a version, or only the change at `path`.
 * @throws RequestError 404 if the version is not stored, 409 with the reason if no change can be undone
 */
export const previewUndo = (id: number, path?: string): Promise<RevisionUndo> =>
  call("GET /config/revisions/:id/undo", { params: { id }, query: { path } });

export const lastChangeOf = async (path: string): Promise<SettingHistory["entries"][number] | undefined> =>
  (await call("GET /config/history", { query: { path, limit: 1 } })).entries[0];

interface UndoChanges {
  id: number;
  etag: string;
  paths: readonly string[];
  note: string;
}

/** @throws RequestError 412 if the file has changed since `etag`, 422 if an earlier value is no longer valid */
export const undoChanges = ({ id, etag, paths, note }: UndoChanges) =>
  call("POST /config/revisions/:id/undo", {
    params: { id },
    etag,
    body: { paths: [...paths], note: note || undefined },
  });
