"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { configQuery, saveConfig } from "@/components/settings/queries/config";
import { countOf } from "@/components/settings/store/words";
import { useConfigDocument, useConfigStore } from "@/components/settings/store/config-form";
import { useSavedToast } from "@/components/settings/review/use-saved-toast";
import { toast } from "@/components/ui/toaster";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { ImportPreview } from "@/lib/shared/contract/config";
import { RequestError } from "@/components/shell/queries/call";
import { type PreviewImport, previewImport } from "../queries/config";

interface Checked extends ImportPreview {
  input: PreviewImport;
  /** The version of the file that the import was compared with. */
  etag: string;
}

/** Compares a text with the file, then saves the differences that the operator has chosen. */
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
      // If the file has changed since the comparison, the import must be compared again.
      if (error instanceof RequestError && error.status === 412) setChecked(null);
    },
    onSettled: () => client.invalidateQueries({ queryKey: configQuery().queryKey }),
  });

  /** Adds the changes to the form instead of saving them, so that the operator can complete missing values first. */
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
