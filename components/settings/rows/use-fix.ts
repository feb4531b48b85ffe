"use client";

import { useState } from "react";
import { toast } from "@/components/ui/toaster";
import type { RepairFix, SettingsFix } from "@/lib/shared/contract/config-snapshot";
import { RequestError } from "@/components/shell/queries/call";
import { countOf } from "../store/words";
import { useReadOnly, useRefusal } from "../store/use-setting";
import { saveConfig } from "../queries/config";
import { useSavedToast } from "../review/use-saved-toast";
import { useConfigStore } from "../store/config-form";

/** Saves a problem's fix immediately. @param paths the settings that the fix changes */
export function useFix(paths: readonly string[] = []) {
  const store = useConfigStore();
  const showSavedToast = useSavedToast();
  const refusalOf = useRefusal();
  const isRefused = paths.some((path) => refusalOf(path) !== null);
  const { disabled: isReadOnly, reason } = useReadOnly();
  const disabled = isReadOnly || reason !== null || isRefused;
  const [isBusy, setBusy] = useState(false);

  const apply = async (fix: SettingsFix | RepairFix): Promise<void> => {
    const before = store.document();
    const operations = "operations" in fix ? fix.operations : [];
    const repairs = "repair" in fix ? [fix.repair] : undefined;
    setBusy(true);
    try {
      const after = await saveConfig({ etag: before.etag, operations, repairs, note: fix.label });
      store.receive(after);
      showSavedToast({
        words: `Saved ${countOf(operations.length + (repairs?.length ?? 0), "change")}`,
        before,
        after,
      });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // Status 412 means that the file has changed. The newer version shows whether the problem still exists.
      if (error.status === 412) await store.refetch().catch(() => undefined);
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
