import type { ConfigSnapshot, InputProblem, Operation } from "@/lib/shared/contract/config-snapshot";
import type { KeyChange } from "@/lib/shared/contract/config";
import type { ConfigStore } from "../store/config-store";
import type { Entries } from "../store/entry";
import { RequestError } from "@/components/shell/queries/call";
import type { SaveConfig } from "../queries/config";

export interface SaveTools {
  store: ConfigStore;
  receive: (document: ConfigSnapshot, sent?: Entries, sentKeys?: readonly KeyChange[]) => void;
  save: (request: SaveConfig) => Promise<ConfigSnapshot>;
  fetchLatest: () => Promise<ConfigSnapshot>;
}

type FileVersion = Pick<ConfigSnapshot, "etag" | "file">;

export type SaveOutcome =
  /**
   * `before` is the version that the operations were applied to. `operations` and `keys` are empty if another operator
   * had already saved the same values.
   */
  | { kind: "saved"; operations: Operation[]; keys: KeyChange[]; before: FileVersion; after: FileVersion }
  /**
   * Another operator has saved different values for the settings in `paths`. The form now compares with the newer
   * version, and the unsaved changes remain.
   */
  | { kind: "conflict"; paths: readonly string[] }
  | { kind: "invalid"; problems: readonly InputProblem[]; message: string }
  | { kind: "failed"; message: string; isCertain: boolean };

/** Maximum number of attempts. The file may change again after each read. */
const rounds = 5;

function failed(error: unknown): SaveOutcome {
  if (!(error instanceof RequestError)) throw error;
  if (error.status === 401) {
    const message = "Your session has ended. Sign in again, then save.";
    return { kind: "failed", message, isCertain: true };
  }
  // Status 0 means that no response arrived, so the panel may have saved the file.
  return { kind: "failed", message: error.message, isCertain: error.status !== 0 };
}

/**
 * Saves only the changed settings. Call only after `store.ready()`. If another operator has meanwhile changed only other settings, the form adopts the
 * newer version, and the same changes are sent again.
 */
export async function saveDrafts(tools: SaveTools, note?: string): Promise<SaveOutcome> {
  const { store, receive, save, fetchLatest } = tools;
  for (let round = 0; round < rounds; round += 1) {
    const sent = store.draftEntries();
    const operations = store.operationsOf(sent);
    const keys = store.keys.changes();
    const before = { etag: store.baseEtag(), file: store.document().file };
    try {
      const after = await save({ etag: before.etag, operations, ...(keys.length > 0 && { keys }), note });
      receive(after, sent, keys);
      return { kind: "saved", operations, keys, before, after };
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status === 422) return { kind: "invalid", problems: error.problems, message: error.message };
      if (error.status !== 412) return failed(error);
      let latest: ConfigSnapshot;
      try {
        latest = await fetchLatest();
      } catch (fetchError) {
        return failed(fetchError);
      }
      receive(latest);
      // The file has changed again since the refusal, so the reported conflicts do not apply to this version.
      if (error.etag !== undefined && latest.etag !== error.etag) continue;
      // If another operator saved the same value, the setting is no longer changed and needs no choice.
      const changed = [...store.changedPaths(), ...store.keys.changes().map(({ path }) => path)];
      const paths = error.conflicts.filter((path) => changed.includes(path));
      if (paths.length > 0) return { kind: "conflict", paths };
      if (changed.length === 0) return { kind: "saved", operations: [], keys: [], before, after: before };
      store.acknowledge();
    }
  }
  return {
    kind: "failed",
    message: "Another program keeps changing the file. Find that program, then save again.",
    isCertain: true,
  };
}
