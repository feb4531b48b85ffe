"use client";

import { useState } from "react";
import { countOf } from "@/components/form/operations";
import { useReadOnly } from "@/components/form/use-setting";
import { toast } from "@/components/ui/toaster";
import type { SettingsFix } from "@/lib/config/document";
import { RequestError } from "@/lib/queries/http";
import { useSavedToast, useSaveTools } from "./use-saved-toast";

/** Saves what mends a problem, at once and by itself; unsaved changes stay as they are. */
export function useFix() {
  const tools = useSaveTools();
  const celebrate = useSavedToast();
  const { disabled } = useReadOnly();
  const [isBusy, setBusy] = useState(false);

  const apply = async ({ label, operations }: SettingsFix): Promise<void> => {
    const { store, receive, save, fetchLatest } = tools;
    const before = store.document();
    setBusy(true);
    try {
      const after = await save({ etag: before.etag, operations, note: label });
      receive(after);
      celebrate({ words: `Saved ${countOf(operations.length, "change")}`, before, after });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // What the problem was found in is not the file any more: whether it still is there shows the newer version.
      if (error.status === 412) receive(await fetchLatest().catch(() => before));
      toast.error("Nothing was changed", {
        description:
          error.status === 412
            ? "The file has been changed meanwhile and is shown anew. Try again if the problem is still there."
            : error.message,
      });
    } finally {
      setBusy(false);
    }
  };

  return { apply, isBusy, disabled };
}
