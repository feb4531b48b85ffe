import { queryOptions } from "@tanstack/react-query";
import { call, type Input } from "@/components/shell/queries/call";
import { routeQuery } from "@/components/shell/queries/pages";
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

/**
 * @throws RequestError 409 `naming-open` if `naming` is needed, 412 with the `conflicts` if the file has
 * changed since `etag`, 422 with the `problems` if a value is invalid
 */
export const saveConfig = ({ etag, note, ...body }: Input<"PATCH /config">["body"] & { etag: string }) =>
  call("PATCH /config", { etag, body: { ...body, note: note || undefined } });

/**
 * @param etag the version that the save created; it must still be the current version
 * @throws RequestError 412 if the file has changed since the save, 404 if the earlier version is no longer
 * stored
 */
export const undoSave = (etag: string, to: string) => call("POST /config/undo", { etag, body: { to } });

/**
 * Covers all changes of a version, or only the change at `path`.
 * @throws RequestError 404 if the version is not stored, 409 with the reason if no change can be undone
 */
export const previewUndo = (id: number, path?: string): Promise<RevisionUndo> =>
  call("GET /config/revisions/:id/undo", { params: { id }, query: { path } });

export const lastChangeOf = async (path: string): Promise<SettingHistory["entries"][number] | undefined> =>
  (await call("GET /config/history", { query: { path, limit: 1 } })).entries[0];

/** @throws RequestError 412 if the file has changed since `etag`, 422 if an earlier value is no longer valid */
export const undoChanges = (sent: { id: number; etag: string; paths: readonly string[]; note: string }) =>
  call("POST /config/revisions/:id/undo", {
    params: { id: sent.id },
    etag: sent.etag,
    body: { paths: sent.paths, note: sent.note || undefined },
  });
