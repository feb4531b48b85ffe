"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { configQuery } from "@/components/settings/queries/config";
import { countOf } from "@/components/settings/store/operations";
import { useSavedToast } from "@/components/settings/review/use-saved-toast";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { restoreRevision } from "../queries/history";

/** Restores a version or some of its settings, then shows the history with the new version on top. */
export function useRestore({ file }: ConfigSnapshot) {
  const client = useQueryClient();
  const router = useRouter();
  const showSavedToast = useSavedToast();
  return useMutation({
    mutationFn: restoreRevision,
    onSuccess: (after, { id, paths, etag }) => {
      client.setQueryData(configQuery().queryKey, after);
      const words = paths ? `${countOf(paths.length, "setting")} restored` : `Version ${id} restored`;
      showSavedToast({ words, before: { etag, file }, after });
      router.push("/settings/history");
    },
    // Also when the server refused: the dialog's data may be out of date.
    onSettled: () => client.invalidateQueries({ queryKey: configQuery().queryKey }),
  });
}
