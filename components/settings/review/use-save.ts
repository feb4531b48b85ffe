"use client";

import { useCallback, useState } from "react";
import { useConfigStore } from "../store/config-form";
import type { ConfigStore } from "../store/config-store";
import { nameOf } from "../store/entry";
import { countOf, problemOf } from "../store/operations";
import { toast } from "@/components/ui/toaster";
import { fieldAt } from "@/lib/shared/settings/registry";
import { saveDrafts, type SaveOutcome } from "./save-drafts";
import { useGoTo } from "../rows/use-go-to";
import { useSavedToast, useSaveTools } from "./use-saved-toast";

/** Saving, from validation in the browser to the toast with "Undo". */
export function useSave() {
  const store = useConfigStore();
  const goTo = useGoTo();
  const [isBusy, setBusy] = useState(false);
  const [conflicts, setConflicts] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);

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

  /** @returns whether the drafts were saved */
  const save = useCallback(
    async (note?: string): Promise<boolean> => {
      setFailure(null);
      const firstBad = await firstInvalid(store);
      if (firstBad !== undefined) {
        goTo(firstBad);
        toast.error("Nothing was saved yet", {
          description: "Correct the marked settings, then save again.",
        });
        return false;
      }
      const [contradiction] = store.introducedErrors();
      if (contradiction !== undefined) {
        goTo(contradiction.paths[0]);
        setFailure(`${contradiction.message} Nothing was saved; your changes are still here.`);
        return false;
      }
      setBusy(true);
      try {
        const outcome = await saveDrafts(tools, note);
        if (outcome.kind === "saved") showSavedToast({ ...outcome, words: savedWords(outcome) });
        else if (outcome.kind === "conflict") setConflicts(outcome.paths);
        else if (outcome.kind === "invalid") showProblems(outcome);
        else setFailure(failureText(outcome));
        return outcome.kind === "saved";
      } finally {
        setBusy(false);
      }
    },
    [store, goTo, tools, showSavedToast, showProblems],
  );

  return { save, isBusy, conflicts, clearConflicts: () => setConflicts([]), failure };
}

/** Marks all invalid settings; returns the first one. */
async function firstInvalid(store: ConfigStore): Promise<string | undefined> {
  const paths = store.changedPaths();
  const invalidKey = store.keys.firstInvalid();
  if (await store.form.trigger(paths.map(nameOf))) return invalidKey;
  return paths.find((path) => {
    const field = fieldAt(path);
    return field !== undefined && problemOf(field, store.entryAt(path)) !== undefined;
  });
}

const changedIn = (store: ConfigStore): readonly string[] => [
  ...store.changedPaths(),
  ...store.keys.all().map(({ path }) => path),
];

function savedWords({ operations, keys }: Extract<SaveOutcome, { kind: "saved" }>): string {
  const count = operations.length + keys.length;
  if (count === 0) return "These values are in the file already";
  return `Saved ${countOf(count, "change")}`;
}

function failureText({ message, isCertain }: Extract<SaveOutcome, { kind: "failed" }>): string {
  if (isCertain) return `${message} Nothing was saved; your changes are still here.`;
  return `${message} Your changes are still here. Whether they arrived shows once the panel answers again.`;
}
