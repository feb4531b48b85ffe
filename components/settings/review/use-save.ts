"use client";

import { useRef, useState } from "react";
import { noteNoAnswer } from "@/components/shell/connection/connection";
import { type ChangedBy, RequestError } from "@/components/shell/queries/call";
import { notLoadedAdvice, notLoadedTitle, tryFailedLoads } from "@/components/ui/keep-loading";
import { toast } from "@/components/ui/toaster";
import type { KeyChange } from "@/lib/shared/contract/config";
import type { ConfigSnapshot, InputProblem, Naming, Operation } from "@/lib/shared/contract/config-snapshot";
import { saveConfig } from "../queries/config";
import { useGoTo } from "../rows/setting-link";
import { useConfigStore } from "../store/config-form";
import type { ConfigStore } from "../store/config-store";
import { breaksOf, nameOf } from "../store/entry";
import { countOf } from "../store/words";
import { useSavedToast } from "./use-saved-toast";

const notSaved = "Nothing was saved; your changes are still here.";
const notKnown = "Your changes are still here. We'll know whether they were saved once the panel is back.";
// Shown if the code that checks values in the browser cannot be loaded. Every save needs this code to mark
// invalid settings.
const notLoaded = `${notLoadedTitle} ${notSaved} ${notLoadedAdvice} Secrets and unrecognized keys must then be entered again.`;

export type Question = { note: string | undefined } & (
  | { about: "keys"; keys: readonly ReplacedKey[] }
  /** Which server reads the file, because servers spell a changed setting differently. */
  | { about: "naming"; message: string }
  | { about: "conflict"; paths: readonly string[]; by: ChangedBy | undefined }
);

/**
 * Validates and saves the unsaved changes, and shows the toast with "Undo".
 * @param onSaved called after every successful save; returns true to suppress the toast if the caller
 * reports the save
 */
export function useSave(onSaved: () => boolean) {
  const store = useConfigStore();
  const goTo = useGoTo();
  const showSavedToast = useSavedToast();
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);

  const showProblems = (outcome: Extract<SaveOutcome, { kind: "invalid" }>) => {
    for (const { path, message } of outcome.problems) {
      if (store.keys.at(path)) store.keys.refuse(path, message);
      else store.form.setError(nameOf(path), { type: "server", message });
    }
    const first = changedIn(store).find((path) => outcome.problems.some((one) => one.path === path));
    if (first !== undefined) goTo(first);
    else setFailure(outcome.message);
  };

  const isSendable = async (): Promise<boolean> => {
    try {
      await store.ready();
      void tryFailedLoads();
    } catch {
      noteNoAnswer();
      setFailure(notLoaded);
      return false;
    }
    const firstBad = await firstInvalid(store);
    if (firstBad !== undefined) {
      goTo(firstBad);
      toast.error("Nothing has been saved yet", { description: "Fix the marked settings, then save again." });
      return false;
    }
    const [contradiction] = store.introducedErrors();
    if (contradiction === undefined) return true;
    // The rule's message appears at the setting. The failure text only says that nothing was saved.
    const marked = contradiction.marks?.[0] ?? contradiction.paths[0];
    goTo(marked);
    const label = store.edition().registry.fieldAt(marked)?.label ?? marked;
    setFailure(`Fix “${label}” first. ${notSaved}`);
    return false;
  };

  const send = async (note: string | undefined, naming?: Naming): Promise<void> => {
    const outcome = await saveDrafts(store, note, naming);
    if (outcome.kind === "saved") {
      const paths = outcome.operations.map(({ path }) => path);
      if (!onSaved()) showSavedToast({ ...outcome, words: savedWords(outcome), paths });
    } else if (outcome.kind === "conflict")
      setQuestion({ about: "conflict", paths: outcome.paths, by: outcome.by, note });
    else if (outcome.kind === "naming-open") setQuestion({ about: "naming", message: outcome.message, note });
    else if (outcome.kind === "invalid") showProblems(outcome);
    else setFailure(outcome.message);
  };

  /**
   * Saves the unsaved changes or shows why they cannot be saved. Asks for confirmation before a signing key is
   * replaced.
   * @param hasAgreed whether the operator has confirmed replacing the keys
   * @param naming the operator's answer to the question about the server
   */
  const save = async (note?: string, hasAgreed = false, naming?: Naming): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    try {
      if (!(await isSendable())) return;
      const keys = replacedKeys(store);
      if (keys.length > 0 && !hasAgreed) setQuestion({ about: "keys", keys, note });
      else await send(note, naming);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };

  return { save, isBusy, failure, question, dismiss: () => setQuestion(null) };
}

async function firstInvalid(store: ConfigStore): Promise<string | undefined> {
  const paths = store.changedPaths();
  const invalidKey = store.keys.firstInvalid();
  if (await store.form.trigger(paths.map(nameOf))) return invalidKey;
  return paths.find((path) => store.valueProblemAt(path) !== undefined);
}

const changedIn = (store: ConfigStore): readonly string[] => [
  ...store.changedPaths(),
  ...store.keys.all().map(({ path }) => path),
];

export interface ReplacedKey {
  path: string;
  label: string;
  breaks: string;
}

function replacedKeys(store: ConfigStore): ReplacedKey[] {
  const { fieldAt } = store.edition().registry;
  return store.changedPaths().flatMap((path) => {
    const [field, entry] = [fieldAt(path), store.entryAt(path)];
    const breaks = field && breaksOf(field, entry);
    return field && breaks ? [{ path, label: field.label, breaks }] : [];
  });
}

type Version = Pick<ConfigSnapshot, "etag" | "file">;

export type SaveOutcome =
  /**
   * `before` is the version that the operations were applied to. `operations` and `keys` are empty if another operator
   * had already saved the same values.
   */
  | { kind: "saved"; operations: Operation[]; keys: KeyChange[]; before: Version; after: Version }
  /** The form now compares its values with the newer version, and keeps the unsaved changes. */
  | { kind: "conflict"; paths: readonly string[]; by: ChangedBy | undefined }
  | { kind: "invalid"; problems: readonly InputProblem[]; message: string }
  | { kind: "naming-open"; message: string }
  | { kind: "failed"; message: string };

/** The file may change again after each read. */
const rounds = 5;

/**
 * Saves only the changed settings. If another operator has meanwhile changed only other settings, adopts the
 * newer version and sends the same changes again. Edits made during the save wait for the next save, because they may
 * be half-typed.
 */
export async function saveDrafts(store: ConfigStore, note?: string, naming?: Naming): Promise<SaveOutcome> {
  let sent = store.draftEntries();
  let keys = store.keys.changes();
  // The panel cannot find these conflicts, because the base version already has the other operators' changes.
  const unseen = store.baseEtag() === store.document().etag ? store.conflicts(Object.keys(sent)) : [];
  if (unseen.length > 0) return { kind: "conflict", paths: unseen, by: undefined };
  for (let round = 0; round < rounds; round += 1) {
    const operations = store.operationsOf(sent);
    const before = { etag: store.baseEtag(), file: store.document().file };
    try {
      const after = await saveConfig({
        etag: before.etag,
        operations,
        ...(keys.length > 0 && { keys }),
        note,
        naming,
      });
      store.receive(after, sent, keys);
      return { kind: "saved", operations, keys, before, after };
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status === 422) return { kind: "invalid", problems: error.problems, message: error.message };
      if (error.code === "naming-open") return { kind: "naming-open", message: error.message };
      if (error.status !== 412) return failed(error);
      let latest: ConfigSnapshot;
      try {
        latest = await store.refetch();
      } catch (fetchError) {
        return failed(fetchError);
      }
      const drafts = store.draftEntries();
      sent = Object.fromEntries(Object.entries(sent).filter(([path]) => path in drafts));
      keys = keys.filter(({ path }) => store.keys.at(path));
      const paths = [...Object.keys(sent), ...keys.map(({ path }) => path)];
      // If another operator saved the same value, the setting has no unsaved change anymore, so there is
      // nothing to choose.
      if (paths.length === 0) return { kind: "saved", operations: [], keys: [], before, after: before };
      // The file has changed again since the refusal, so the reported conflicts do not apply to this version.
      if (error.etag !== undefined && latest.etag !== error.etag) continue;
      const known = store.conflicts(Object.keys(sent));
      const disputed = paths.filter((path) => error.conflicts.includes(path) || known.includes(path));
      if (disputed.length > 0) return { kind: "conflict", paths: disputed, by: error.more.by };
      store.acknowledge(paths);
    }
  }
  return {
    kind: "failed",
    message: `Another program keeps changing the file. Find that program, then save again. ${notSaved}`,
  };
}

function failed(error: unknown): SaveOutcome {
  if (!(error instanceof RequestError)) throw error;
  const reason = error.status === 401 ? "Your session has ended. Sign in again, then save." : error.message;
  // Status 0 means that no response arrived, so the panel may have saved the file.
  const state = error.status === 0 && error.code !== "in-front" ? notKnown : notSaved;
  return { kind: "failed", message: `${reason} ${state}` };
}

function savedWords({ operations, keys }: Extract<SaveOutcome, { kind: "saved" }>): string {
  const count = operations.length + keys.length;
  if (count === 0) return "The file already has these values";
  return `Saved ${countOf(count, "change")}`;
}
