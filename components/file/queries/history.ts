import { configQuery } from "@/components/settings/queries/config";
import { call } from "@/components/shell/queries/call";
import { routeQuery } from "@/components/shell/queries/pages";
import type { RevisionFilter } from "@/lib/shared/contract/history";

/**
 * Stored versions that match the filter, the newest first.
 * @param before id of a version; only older versions are returned
 */
export const revisionsQuery = (filter: RevisionFilter, before?: number, limit?: number) =>
  routeQuery(
    [...configQuery().queryKey, "revisions", filter, before ?? null, limit ?? null],
    "GET /config/revisions",
    { query: { ...filter, before, limit } },
  );

export const settingHistoryQuery = (path: string) =>
  routeQuery([...configQuery().queryKey, "setting-history", path], "GET /config/history", {
    query: { path },
  });

/**
 * A stored version, with the changes that restoring it would make to the current file.
 * @throws RequestError 404 if the version is not stored
 */
export const revisionQuery = (id: number) =>
  routeQuery([...configQuery().queryKey, "revision", id], "GET /config/revisions/:id", { params: { id } });

/**
 * @param paths of the settings to restore. Without paths, the whole version is restored.
 * @throws RequestError 412 if the file has changed since `etag`, 422 if the old values are no longer valid
 */
export const restoreRevision = (id: number, etag: string, paths?: readonly string[]) =>
  call("POST /config/revisions/:id/restore", { params: { id }, etag, body: { paths } });

export const undoneQuery = () => routeQuery([...configQuery().queryKey, "undone"], "GET /config/undone");

/**
 * @throws RequestError 409 if there are no reverted values anymore, 412 if the file has changed since `etag`
 */
export const restoreUndone = ({ etag, paths }: { etag: string; paths: readonly string[] }) =>
  call("POST /config/undone", { etag, body: { paths } });

export const dismissUndone = () => call("DELETE /config/undone");

/**
 * Assigns the file to another history in the database. The file's next versions are added to that history.
 * @param history null starts a new history
 * @throws RequestError 404 if the history does not exist; 409 while an apply is in progress
 */
export const chooseHistory = (history: number | null) =>
  call("POST /config/histories", { body: { history } });
