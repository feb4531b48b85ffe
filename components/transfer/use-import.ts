"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConfig, useConfigDocument } from "@/components/form/config-form";
import { countOf } from "@/components/form/operations";
import { useSavedToast } from "@/components/settings/use-saved-toast";
import { toast } from "@/components/ui/toaster";
import type { ImportPreview } from "@/lib/config/history";
import { configQuery } from "@/lib/queries/config";
import { RequestError } from "@/lib/queries/http";
import { type PreviewImport, previewImport } from "@/lib/queries/preview-import";
import { saveConfig } from "@/lib/queries/save-config";

interface Checked extends ImportPreview {
  input: PreviewImport;
  /** Version of the file that it was compared with. */
  etag: string;
}

/** From a text to its changes in the file: first checked and shown, then saved as operations. */
export function useImport() {
  const client = useQueryClient();
  const { store, apply: intoForm } = useConfig();
  const celebrate = useSavedToast();
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
      celebrate({ words: `Imported ${countOf(operations.length, "change")}`, before, after });
    },
    onError: (error) => {
      // Compared with a file that is not there any more.
      if (error instanceof RequestError && error.status === 412) setChecked(null);
    },
    onSettled: () => client.invalidateQueries({ queryKey: configQuery().queryKey }),
  });

  /** Into the form instead of the file: what is missing is added there before all of it is saved. */
  const takeOver = ({ operations }: Checked) => {
    intoForm(operations);
    setChecked(null);
    toast.info("The changes are in the form, and not saved yet");
  };

  const forget = () => {
    setChecked(null);
    check.reset();
    apply.reset();
  };
  return { checked, check, apply, takeOver, forget };
}
