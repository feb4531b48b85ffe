"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConfigDocument } from "@/components/form/config-form";
import { countOf } from "@/components/form/operations";
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
    onSuccess: (document, { operations }) => {
      client.setQueryData(configQuery().queryKey, document);
      setChecked(null);
      toast.success(`Imported ${countOf(operations.length, "change")}`);
    },
    onError: (error) => {
      // Compared with a file that is not there any more.
      if (error instanceof RequestError && error.status === 412) setChecked(null);
    },
    onSettled: () => client.invalidateQueries({ queryKey: configQuery().queryKey }),
  });

  const forget = () => {
    setChecked(null);
    check.reset();
    apply.reset();
  };
  return { checked, check, apply, forget };
}
