import type { ConfigDocument, InputProblem, Operation } from "@/lib/config/document";
import type { ConfigStore } from "@/components/form/config-store";
import type { Entries } from "@/components/form/entry";
import { operationsOf } from "@/components/form/operations";
import { RequestError } from "@/lib/queries/http";
import type { SaveConfig } from "@/lib/queries/save-config";

export interface SaveTools {
  store: ConfigStore;
  receive: (document: ConfigDocument, sent?: Entries) => void;
  save: (request: SaveConfig) => Promise<ConfigDocument>;
  fetchLatest: () => Promise<ConfigDocument>;
}

type FileVersion = Pick<ConfigDocument, "etag" | "file">;

export type SaveOutcome =
  /** `before`: the file that the operations were applied to. None were when others had made the same changes. */
  | { kind: "saved"; operations: Operation[]; before: FileVersion; after: FileVersion }
  /** Others changed these settings meanwhile; the form now stands on their version, with the drafts kept. */
  | { kind: "conflict"; paths: readonly string[] }
  | { kind: "invalid"; problems: readonly InputProblem[]; message: string }
  | { kind: "failed"; message: string; isCertain: boolean };

/** The file may change again between looking and saving; after this many rounds the operator is told. */
const rounds = 5;

function failed(error: unknown): SaveOutcome {
  if (!(error instanceof RequestError)) throw error;
  if (error.status === 401) {
    const message = "Your session has ended. Sign in again in another tab, then save here.";
    return { kind: "failed", message, isCertain: true };
  }
  // Without an answer nobody knows whether the request arrived.
  return { kind: "failed", message: error.message, isCertain: error.status !== 0 };
}

/**
 * Saves what is changed, and nothing else, against the version that the changes were made on. When others changed only
 * other settings meanwhile, their version is taken over and the same edit is tried again.
 */
export async function saveDrafts(tools: SaveTools, note?: string): Promise<SaveOutcome> {
  const { store, receive, save, fetchLatest } = tools;
  for (let round = 0; round < rounds; round += 1) {
    const sent: Entries = Object.fromEntries([...store.drafts()].map(([path, { entry }]) => [path, entry]));
    const operations = operationsOf(sent);
    const before = { etag: store.baseEtag(), file: store.document().file };
    try {
      const after = await save({ etag: before.etag, operations, note });
      receive(after, sent);
      return { kind: "saved", operations, before, after };
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status === 422) return { kind: "invalid", problems: error.problems, message: error.message };
      if (error.status !== 412) return failed(error);
      try {
        receive(await fetchLatest());
      } catch (fetchError) {
        return failed(fetchError);
      }
      // What others changed to the very same value is no draft any more.
      const drafts = store.drafts();
      const paths = error.conflicts.filter((path) => drafts.has(path));
      if (paths.length > 0) return { kind: "conflict", paths };
      if (drafts.size === 0) return { kind: "saved", operations: [], before, after: before };
      store.acknowledge();
    }
  }
  return {
    kind: "failed",
    message: "The file changes faster than it can be saved. Find out what else writes it, then save again.",
    isCertain: true,
  };
}
