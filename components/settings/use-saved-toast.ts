"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useConfig } from "@/components/form/config-form";
import { toast } from "@/components/ui/toaster";
import type { ConfigDocument } from "@/lib/config/document";
import { configQuery } from "@/lib/queries/config";
import { RequestError } from "@/lib/queries/http";
import { saveConfig } from "@/lib/queries/save-config";
import { undoSave } from "@/lib/queries/undo-save";
import type { SaveTools } from "./save-drafts";

export interface Saved {
  /** What was done: "Saved 3 changes". */
  words: string;
  /** What there is to know beyond that. */
  description?: string;
  /** The file before and after. What was made of a file that could not be read cannot be undone. */
  before: Pick<ConfigDocument, "etag" | "file">;
  after: Pick<ConfigDocument, "etag">;
}

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

/** Says that the file was changed, by whichever way, with "Undo" where there is a way back. */
export function useSavedToast(): (saved: Saved) => void {
  const { receive } = useSaveTools();
  const client = useQueryClient();
  const undo = useCallback(
    async ({ before, after }: Saved) => {
      try {
        receive(await undoSave({ etag: after.etag, to: before.etag }));
        toast.success("Undone", { description: "The file is what it was before, byte for byte." });
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        toast.error("Not undone", {
          description:
            error.status === 412
              ? "The file has been changed since. Restore single settings from the history."
              : error.message,
        });
      }
      // The raw text and the history show the file too.
      await client.invalidateQueries({ queryKey: configQuery().queryKey });
    },
    [receive, client],
  );

  return useCallback(
    (saved) => {
      const { words, description, before, after } = saved;
      const canUndo = before.file.state === "usable" && before.etag !== after.etag;
      toast.success(words, {
        ...(description !== undefined && { description }),
        ...(canUndo && {
          duration: undoToastMs,
          action: { label: "Undo", onClick: () => void undo(saved) },
        }),
      });
    },
    [undo],
  );
}
