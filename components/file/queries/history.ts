import { queryOptions } from "@tanstack/react-query";
import { configQuery } from "@/components/settings/queries/config";
import { call } from "@/components/shell/queries/call";
import type { RevisionFilter } from "@/lib/shared/contract/history";

/** Stored versions of the file that fit the filter, newest first; older than version `before` if given. */
export const revisionsQuery = (filter: RevisionFilter, before?: number, limit?: number) =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "revisions", filter, before ?? null, limit ?? null],
    queryFn: ({ signal }) => call("GET /config/revisions", { query: { ...filter, before, limit }, signal }),
  });

/** Which of the newest versions changed one key. */
export const settingHistoryQuery = (path: string) =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "setting-history", path],
    queryFn: ({ signal }) => call("GET /config/history", { query: { path }, signal }),
  });

/** One stored version, and what restoring it would change now. @throws RequestError 404 when it is not stored */
export const revisionQuery = (id: number) =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "revision", id],
    queryFn: ({ signal }) => call("GET /config/revisions/:id", { params: { id }, signal }),
  });

export interface RestoreRevision {
  id: number;
  /** Version of the file that the operator was looking at. */
  etag: string;
  /** Restores only these settings; if absent, the whole version. */
  paths?: readonly string[];
}

/** @throws RequestError 412 when the file changed meanwhile, 422 when the old values are no longer valid */
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

/** Saves the reverted values again. @throws RequestError 409 when no value is reverted any more, 412 when the file changed */
export const restoreUndone = ({ etag, paths }: { etag: string; paths: readonly string[] }) =>
  call("POST /config/undone", { etag, body: { paths: [...paths] } });

/** Accepts all values reverted outside the panel so far, for all operators. */
export const dismissUndone = () => call("DELETE /config/undone");

/**
 * Lets the file continue another history of the database, or begin a new one.
 * @param history null: a new one
 * @throws RequestError 404; 409 while an apply is in progress
 */
export const chooseHistory = (history: number | null) =>
  call("POST /config/histories", { body: { history } });
