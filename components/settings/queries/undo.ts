import { call } from "@/components/shell/queries/call";
import type { RevisionUndo, SettingHistory } from "@/lib/shared/contract/history";

/**
 * How undoing a version's changes, or the one at `path`, would change the current file.
 * @throws RequestError 404; 409 with the reason if nothing can be undone
 */
export const previewUndo = (id: number, path?: string): Promise<RevisionUndo> =>
  call("GET /config/revisions/:id/undo", { params: { id }, query: { path } });

/** The newest change of a setting; undefined if no stored version changed it. */
export const lastChangeOf = async (path: string): Promise<SettingHistory["entries"][number] | undefined> =>
  (await call("GET /config/history", { query: { path, limit: 1 } })).entries[0];

export interface UndoChanges {
  id: number;
  /** The version of the file that the operator has seen. */
  etag: string;
  /** The paths of the version's changes to undo. */
  paths: readonly string[];
  note: string;
}

/** @throws RequestError 412 if the file has changed in the meantime, 422 if an earlier value is no longer valid */
export const undoChanges = ({ id, etag, paths, note }: UndoChanges) =>
  call("POST /config/revisions/:id/undo", {
    params: { id },
    etag,
    body: { paths: [...paths], note: note || undefined },
  });
