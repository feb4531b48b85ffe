import { call } from "@/components/shell/queries/call";
import type { RevisionUndo, SettingHistory } from "@/lib/shared/contract/history";

/**
 * Returns how an undo would change the current file. Covers all changes of a version, or only the change at `path`.
 * @throws RequestError 404 if the version is not stored, 409 with the reason if no change can be undone
 */
export const previewUndo = (id: number, path?: string): Promise<RevisionUndo> =>
  call("GET /config/revisions/:id/undo", { params: { id }, query: { path } });

/** The newest change to a setting. Undefined if no stored version changed the setting. */
export const lastChangeOf = async (path: string): Promise<SettingHistory["entries"][number] | undefined> =>
  (await call("GET /config/history", { query: { path, limit: 1 } })).entries[0];

export interface UndoChanges {
  id: number;
  /** The version of the file that the preview showed. */
  etag: string;
  /** Paths of the changes to undo. */
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
