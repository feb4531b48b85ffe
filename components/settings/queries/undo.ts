import { call } from "@/components/shell/queries/call";
import type { RevisionUndo, SettingHistory } from "@/lib/shared/contract/history";

/**
 * What undoing a version's changes, or the one at `path`, would do now.
 * @throws RequestError 404, 409 with the reason when nothing can be undone
 */
export const previewUndo = (id: number, path?: string): Promise<RevisionUndo> =>
  call("GET /config/revisions/:id/undo", { params: { id }, query: { path } });

/** The newest change of a setting; undefined when no stored version changed it. */
export const lastChangeOf = async (path: string): Promise<SettingHistory["entries"][number] | undefined> =>
  (await call("GET /config/history", { query: { path, limit: 1 } })).entries[0];

export interface UndoChanges {
  id: number;
  /** The version of the file that the operator was looking at. */
  etag: string;
  /** Which of the version's changes. */
  paths: readonly string[];
  note: string;
}

/** @throws RequestError 412 when the file changed meanwhile, 422 when an earlier value is not valid today */
export const undoChanges = ({ id, etag, paths, note }: UndoChanges) =>
  call("POST /config/revisions/:id/undo", {
    params: { id },
    etag,
    body: { paths: [...paths], note: note || undefined },
  });
