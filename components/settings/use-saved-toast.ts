"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useConfig } from "@/components/form/config-form";
import { countOf, labelsOf, undoOf } from "@/components/form/operations";
import { toast } from "@/components/ui/toaster";
import { configQuery } from "@/lib/queries/config";
import { RequestError } from "@/lib/queries/http";
import { saveConfig } from "@/lib/queries/save-config";
import type { SaveOutcome, SaveTools } from "./save-drafts";

export type Saved = Extract<SaveOutcome, { kind: "saved" }>;

const undoToastMs = 12_000;

/** What saving needs, tied to the form and to what react-query holds. */
export function useSaveTools(): SaveTools {
  const api = useConfig();
  const client = useQueryClient();
  return useMemo<SaveTools>(
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
}

/** Says that a save succeeded, with "Undo" where there is a way back. */
export function useSavedToast(tools: SaveTools): (saved: Saved) => void {
  const undo = useCallback(
    async (saved: Saved) => {
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

  return useCallback(
    (saved) => {
      const { operations, left } = undoOf(saved.operations, saved.before, saved.base);
      toast.success(`Saved ${countOf(saved.operations.length, "change")}`, {
        duration: undoToastMs,
        ...(left.length > 0 ? { description: `Undo leaves ${labelsOf(left)} as saved.` } : {}),
        ...(operations.length > 0 ? { action: { label: "Undo", onClick: () => void undo(saved) } } : {}),
      });
    },
    [undo],
  );
}
