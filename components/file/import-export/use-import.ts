"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { configQuery, saveConfig } from "@/components/settings/queries/config";
import { countOf } from "@/components/settings/store/operations";
import { useConfigDocument, useConfigStore } from "@/components/settings/store/config-form";
import { useSavedToast } from "@/components/settings/review/use-saved-toast";
import { toast } from "@/components/ui/toaster";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { ImportPreview } from "@/lib/shared/contract/config";
import { RequestError } from "@/components/shell/queries/call";
import { type PreviewImport, previewImport } from "../queries/config";

interface Checked extends ImportPreview {
  input: PreviewImport;
  /** Version of the file that the import was compared with. */
  etag: string;
}

/** Imports a text: shows its changes to the file first, then saves them as operations. */
export function useImport() {
  const client = useQueryClient();
  const store = useConfigStore();
  const showSavedToast = useSavedToast();
  const { etag } = useConfigDocument();
  const [checked, setChecked] = useState<Checked | null>(null);

  const check = useMutation({
    mutationFn: async (input: PreviewImport) => ({ ...(await previewImport(input)), input, etag }),
    onSuccess: setChecked,
    onError: () => setChecked(null),
  });

  const apply = useMutation({
    mutationFn: ({ operations, etag: base }: Checked) =>
      saveConfig({ etag: base, operations, note: "Imported from a file" }),
    onSuccess: (after, { operations, etag: base }) => {
      const before = { etag: base, file: store.document().file };
      client.setQueryData(configQuery().queryKey, after);
      setChecked(null);
      showSavedToast({ words: `Imported ${countOf(operations.length, "change")}`, before, after });
    },
    onError: (error) => {
      // The version that the import was compared with is no longer the current one.
      if (error instanceof RequestError && error.status === 412) setChecked(null);
    },
    onSettled: () => client.invalidateQueries({ queryKey: configQuery().queryKey }),
  });

  /**
   * Moves the changes into the form instead of the file, so that the operator can add missing values and then save
   * everything.
   */
  const takeOver = (operations: readonly Operation[]) => {
    store.applyOperations(operations);
    setChecked(null);
    toast.info(`Added ${countOf(operations.length, "unsaved change")}`);
  };

  const forget = () => {
    setChecked(null);
    check.reset();
    apply.reset();
  };
  return { checked, check, apply, takeOver, forget };
}
