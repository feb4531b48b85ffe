"use client";

import { useState } from "react";
import { countOf } from "../store/words";
import { useReadOnly } from "../store/use-setting";
import { toast } from "@/components/ui/toaster";
import type { SettingsFix } from "@/lib/shared/contract/config-snapshot";
import { RequestError } from "@/components/shell/queries/call";
import { useSavedToast, useSaveTools } from "../review/use-saved-toast";

/** Saves a problem's fix immediately. Unsaved changes are not part of the save. */
export function useFix() {
  const tools = useSaveTools();
  const showSavedToast = useSavedToast();
  const { disabled } = useReadOnly();
  const [isBusy, setBusy] = useState(false);

  const apply = async ({ label, operations }: SettingsFix): Promise<void> => {
    const { store, receive, save, fetchLatest } = tools;
    const before = store.document();
    setBusy(true);
    try {
      const after = await save({ etag: before.etag, operations, note: label });
      receive(after);
      showSavedToast({ words: `Saved ${countOf(operations.length, "change")}`, before, after });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // Status 412 means that the file has changed. The newer version shows whether the problem still exists.
      if (error.status === 412) receive(await fetchLatest().catch(() => before));
      toast.error("Nothing was changed", {
        description:
          error.status === 412
            ? "The file changed and was reloaded. Try again if the problem remains."
            : error.message,
      });
    } finally {
      setBusy(false);
    }
  };

  return { apply, isBusy, disabled };
}
