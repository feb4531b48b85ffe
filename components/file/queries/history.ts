import { queryOptions } from "@tanstack/react-query";
import { configQuery } from "@/components/settings/queries/config";
import { call } from "@/components/shell/queries/call";
import type { RevisionFilter } from "@/lib/shared/contract/history";

/** Stored versions of the file that match the filter, newest first; older than version `before` if given. */
export const revisionsQuery = (filter: RevisionFilter, before?: number, limit?: number) =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "revisions", filter, before ?? null, limit ?? null],
    queryFn: ({ signal }) => call("GET /config/revisions", { query: { ...filter, before, limit }, signal }),
  });

/** The newest versions that changed one key. */
export const settingHistoryQuery = (path: string) =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "setting-history", path],
    queryFn: ({ signal }) => call("GET /config/history", { query: { path }, signal }),
  });

/**
 * One stored version, with the changes that restoring it would make now. @throws RequestError 404 if it is not
 * stored
 */
export const revisionQuery = (id: number) =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "revision", id],
    queryFn: ({ signal }) => call("GET /config/revisions/:id", { params: { id }, signal }),
  });

export interface RestoreRevision {
  id: number;
  /** Version of the file that the operator has seen. */
  etag: string;
  /** Restores only these settings; if absent, restores the whole version. */
  paths?: readonly string[];
}

/** @throws RequestError 412 if the file has changed in the meantime, 422 if the old values are no longer valid */
export const restoreRevision = ({ id, etag, paths }: RestoreRevision) =>
  call("POST /config/revisions/:id/restore", {
    params: { id },
    etag,
    body: { paths: paths && [...paths] },
  });

/** Values that were saved in the panel and then reverted by a rewrite outside it. */
export const undoneQuery = () =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "undone"],
    queryFn: ({ signal }) => call("GET /config/undone", { signal }),
  });

/**
 * Saves the reverted values again. @throws RequestError 409 if no value is reverted anymore, 412 if the file has
 * changed
 */
export const restoreUndone = ({ etag, paths }: { etag: string; paths: readonly string[] }) =>
  call("POST /config/undone", { etag, body: { paths: [...paths] } });

/** Accepts all values reverted outside the panel so far, for all operators. */
export const dismissUndone = () => call("DELETE /config/undone");

/**
 * Makes the file continue another history of the database, or start a new one.
 * @param history null: a new one
 * @throws RequestError 404; 409 while an apply is in progress
 */
export const chooseHistory = (history: number | null) =>
  call("POST /config/histories", { body: { history } });
