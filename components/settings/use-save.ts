"use client";

import { useCallback, useState } from "react";
import type { ConfigApi } from "@/components/form/config-api";
import { useConfig } from "@/components/form/config-form";
import { errorsBroughtBy } from "@/components/form/findings";
import { countOf, problemOf } from "@/components/form/operations";
import { toast } from "@/components/ui/toaster";
import { fieldAt } from "@/lib/config/registry";
import { saveDrafts, type SaveOutcome } from "./save-drafts";
import { useGoTo } from "./use-go-to";
import { useSavedToast, useSaveTools } from "./use-saved-toast";

/** Saving, from the check in the browser to the toast with "Undo". */
export function useSave() {
  const api = useConfig();
  const goTo = useGoTo();
  const [isBusy, setBusy] = useState(false);
  const [conflicts, setConflicts] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);

  const tools = useSaveTools();
  const celebrate = useSavedToast();

  const showProblems = useCallback(
    (outcome: Extract<SaveOutcome, { kind: "invalid" }>) => {
      for (const { path, message } of outcome.problems) api.showProblem(path, message);
      const first = api.store
        .changedPaths()
        .find((path) => outcome.problems.some((one) => one.path === path));
      if (first !== undefined) goTo(first);
      else setFailure(outcome.message);
    },
    [api, goTo],
  );

  /** @returns whether the drafts are in the file now */
  const save = useCallback(
    async (note?: string): Promise<boolean> => {
      setFailure(null);
      const firstBad = await firstInvalid(api);
      if (firstBad !== undefined) {
        goTo(firstBad);
        toast.error("Nothing was saved yet", {
          description: "Correct the marked settings, then save again.",
        });
        return false;
      }
      const [contradiction] = errorsBroughtBy(api.store.document(), api.store.drafts());
      if (contradiction !== undefined) {
        goTo(contradiction.paths[0]);
        setFailure(`${contradiction.message} Nothing was saved; your changes are still here.`);
        return false;
      }
      setBusy(true);
      try {
        const outcome = await saveDrafts(tools, note);
        if (outcome.kind === "saved") celebrate({ ...outcome, words: savedWords(outcome) });
        else if (outcome.kind === "conflict") setConflicts(outcome.paths);
        else if (outcome.kind === "invalid") showProblems(outcome);
        else setFailure(failureText(outcome));
        return outcome.kind === "saved";
      } finally {
        setBusy(false);
      }
    },
    [api, goTo, tools, celebrate, showProblems],
  );

  return { save, isBusy, conflicts, clearConflicts: () => setConflicts([]), failure };
}

/** Marks everything that is not valid; returns the first of it. */
async function firstInvalid({ store, check }: ConfigApi): Promise<string | undefined> {
  const paths = store.changedPaths();
  if (await check(paths)) return undefined;
  return paths.find((path) => {
    const field = fieldAt(path);
    const draft = store.drafts().get(path);
    return field !== undefined && draft !== undefined && problemOf(field, draft.entry) !== undefined;
  });
}

function savedWords({ operations }: Extract<SaveOutcome, { kind: "saved" }>): string {
  if (operations.length === 0) return "These values are in the file already";
  return `Saved ${countOf(operations.length, "change")}`;
}

function failureText({ message, isCertain }: Extract<SaveOutcome, { kind: "failed" }>): string {
  if (isCertain) return `${message} Nothing was saved; your changes are still here.`;
  return `${message} Your changes are still here. Whether they arrived shows once the panel answers again.`;
}
