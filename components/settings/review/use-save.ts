"use client";

import { useCallback, useRef, useState } from "react";
import { noteNoAnswer } from "@/components/shell/connection/connection";
import { notLoadedAdvice, notLoadedTitle, tryFailedLoads } from "@/components/ui/keep-loading";
import { toast } from "@/components/ui/toaster";
import { useConfigStore } from "../store/config-form";
import type { ConfigStore } from "../store/config-store";
import { isSecretEntry, nameOf } from "../store/entry";
import { countOf } from "../store/words";
import { saveDrafts, type SaveOutcome } from "./save-drafts";
import { useGoTo } from "../rows/setting-link";
import { useSavedToast, useSaveTools } from "./use-saved-toast";

/**
 * A conflict of unsaved changes with another operator's save. Remains until the operator has chosen a value for each
 * setting.
 */
export interface Conflict {
  paths: readonly string[];
  note: string | undefined;
}

const nothing = (): boolean => false;

// Shown if the code of the browser's checks cannot be loaded. Every save needs this code to mark invalid settings.
const notLoaded = `${notLoadedTitle} Nothing was saved; your changes are still here. ${notLoadedAdvice} Secrets and unrecognized keys must then be entered again.`;

/** A save that waits for the operator's confirmation, because it replaces keys on which other data depends. */
export interface Asking {
  keys: readonly ReplacedKey[];
  note: string | undefined;
}

/**
 * Validates, saves, and shows the toast with "Undo".
 * @param onSaved called after every successful save. If `onSaved` returns true, no toast is shown, because the caller
 * reports the save.
 */
export function useSave(onSaved: () => boolean = nothing) {
  const store = useConfigStore();
  const goTo = useGoTo();
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);

  const tools = useSaveTools();
  const showSavedToast = useSavedToast();

  const showProblems = useCallback(
    (outcome: Extract<SaveOutcome, { kind: "invalid" }>) => {
      for (const { path, message } of outcome.problems) {
        if (store.keys.at(path)) store.keys.refuse(path, message);
        else store.form.setError(nameOf(path), { type: "server", message });
      }
      const first = changedIn(store).find((path) => outcome.problems.some((one) => one.path === path));
      if (first !== undefined) goTo(first);
      else setFailure(outcome.message);
    },
    [store, goTo],
  );

  /** Returns whether all unsaved values are valid. If not, navigates to the first problem. */
  const isSendable = useCallback(async (): Promise<boolean> => {
    try {
      await store.ready();
      // The panel answers again, so parts of the page that could not be loaded are loaded too.
      void tryFailedLoads();
    } catch {
      noteNoAnswer();
      setFailure(notLoaded);
      return false;
    }
    const firstBad = await firstInvalid(store);
    if (firstBad !== undefined) {
      goTo(firstBad);
      toast.error("Nothing was saved yet", { description: "Fix the marked settings, then save again." });
      return false;
    }
    const [contradiction] = store.introducedErrors();
    if (contradiction === undefined) return true;
    // The rule's message appears at the setting. The failure text only says that nothing was saved.
    const marked = contradiction.marks?.[0] ?? contradiction.paths[0];
    goTo(marked);
    const label = store.edition().registry.fieldAt(marked)?.label ?? marked;
    setFailure(`Correct “${label}” first. Nothing was saved; your changes are still here.`);
    return false;
  }, [store, goTo]);

  const send = useCallback(
    async (note: string | undefined): Promise<void> => {
      const outcome = await saveDrafts(tools, note);
      if (outcome.kind === "saved") {
        const paths = outcome.operations.map(({ path }) => path);
        if (!onSaved()) showSavedToast({ ...outcome, words: savedWords(outcome), paths });
      } else if (outcome.kind === "conflict") setConflict({ paths: outcome.paths, note });
      else if (outcome.kind === "invalid") showProblems(outcome);
      else setFailure(failureText(outcome));
    },
    [tools, showSavedToast, showProblems, onSaved],
  );

  /**
   * Saves the unsaved changes or shows why they cannot be saved. Before a signing key is replaced, sets `asking` and
   * waits for the confirmation.
   * @param hasAgreed whether the operator has confirmed
   */
  const save = useCallback(
    async (note?: string, hasAgreed = false): Promise<void> => {
      // The operator may press the shortcut again while the first save is in progress.
      if (isRunning.current) return;
      isRunning.current = true;
      setBusy(true);
      setFailure(null);
      try {
        if (!(await isSendable())) return;
        const keys = replacedKeys(store);
        if (keys.length > 0 && !hasAgreed) setAsking({ keys, note });
        else await send(note);
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
    [store, isSendable, send],
  );

  return {
    save,
    isBusy,
    failure,
    asking,
    stopAsking: () => setAsking(null),
    conflict,
    clearConflict: () => setConflict(null),
  };
}

/** Marks all invalid settings and keys. Returns the path of the first one. */
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

function savedWords({ operations, keys }: Extract<SaveOutcome, { kind: "saved" }>): string {
  const count = operations.length + keys.length;
  if (count === 0) return "The file already has these values";
  return `Saved ${countOf(count, "change")}`;
}

function failureText({ message, isCertain }: Extract<SaveOutcome, { kind: "failed" }>): string {
  if (isCertain) return `${message} Nothing was saved; your changes are still here.`;
  return `${message} Your changes are still here. We'll know whether they were saved once the panel is back.`;
}

/** A signing or encryption key that a save replaces or clears. */
export interface ReplacedKey {
  path: string;
  label: string;
  breaks: string;
}

/** The unsaved changes that replace or clear a stored key on which other data depends. */
function replacedKeys(store: ConfigStore): ReplacedKey[] {
  const { fieldAt } = store.edition().registry;
  return store.changedPaths().flatMap((path) => {
    const [field, entry] = [fieldAt(path), store.entryAt(path)];
    if (field?.kind !== "secret" || field.replacing === undefined) return [];
    if (!isSecretEntry(entry) || !entry.set || entry.action === "keep") return [];
    return [{ path, label: field.label, breaks: field.replacing }];
  });
}
