"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { type ConfigApi, useConfig } from "@/components/form/config-form";
import { countOf, labelsOf, problemOf, undoOf } from "@/components/form/operations";
import { toast } from "@/components/ui/toaster";
import { fieldAt } from "@/lib/config/registry";
import { configQuery } from "@/lib/queries/config";
import { RequestError } from "@/lib/queries/http";
import { saveConfig } from "@/lib/queries/save-config";
import { saveDrafts, type SaveOutcome, type SaveTools } from "./save-drafts";
import { useGoTo } from "./use-go-to";

const undoToastMs = 12_000;

/** Saving, from the check in the browser to the toast with "Undo". */
export function useSave() {
  const api = useConfig();
  const client = useQueryClient();
  const goTo = useGoTo();
  const [isBusy, setBusy] = useState(false);
  const [conflicts, setConflicts] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);

  const tools = useMemo<SaveTools>(
    () => ({
      store: api.store,
      receive: (document, sent) => {
        api.receive(document, sent);
        client.setQueryData(configQuery().queryKey, document);
      },
      save: saveConfig,
      fetchLatest: () => client.fetchQuery({ ...configQuery(), staleTime: 0 }),
    }),
    [api, client],
  );

  const undo = useCallback(
    async (saved: Extract<SaveOutcome, { kind: "saved" }>) => {
      const { operations } = undoOf(saved.operations, saved.before, saved.base);
      try {
        tools.receive(await saveConfig({ etag: saved.after.etag, operations, note: "Undone" }));
        toast.success(`${countOf(operations.length, "change")} undone`);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        toast.error("Not undone", {
          description:
            error.status === 412
              ? "The file has been changed since. Restore single settings from the history."
              : error.message,
        });
      }
    },
    [tools],
  );

  const celebrate = useCallback(
    (saved: Extract<SaveOutcome, { kind: "saved" }>) => {
      const { operations, left } = undoOf(saved.operations, saved.before, saved.base);
      toast.success(`Saved ${countOf(saved.operations.length, "change")}`, {
        duration: undoToastMs,
        ...(left.length > 0 ? { description: `Undo leaves ${labelsOf(left)} as saved.` } : {}),
        ...(operations.length > 0 ? { action: { label: "Undo", onClick: () => void undo(saved) } } : {}),
      });
    },
    [undo],
  );

  const showProblems = useCallback(
    (outcome: Extract<SaveOutcome, { kind: "invalid" }>) => {
      for (const { path, message } of outcome.problems) api.showProblem(path, message);
      const first = api.store
        .changedPaths()
        .find((path) => outcome.problems.some((one) => one.path === path));
      if (first !== undefined) goTo(first);
      else setFailure(`${outcome.message} Nothing was saved.`);
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
      setBusy(true);
      try {
        const outcome = await saveDrafts(tools, note);
        if (outcome.kind === "saved") celebrate(outcome);
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

function failureText({ message, isCertain }: Extract<SaveOutcome, { kind: "failed" }>): string {
  if (isCertain) return `${message} Nothing was saved; your changes are still here.`;
  return `${message} Your changes are still here. Whether they arrived shows once the panel answers again.`;
}
