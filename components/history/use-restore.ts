"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { countOf } from "@/components/form/operations";
import { useSavedToast } from "@/components/settings/use-saved-toast";
import type { ConfigDocument } from "@/lib/config/document";
import { configQuery } from "@/lib/queries/config";
import { restoreRevision } from "@/lib/queries/restore-revision";

/** Restores a version or some of its settings, then shows the history with the new version on top. */
export function useRestore({ file }: ConfigDocument) {
  const client = useQueryClient();
  const router = useRouter();
  const celebrate = useSavedToast();
  return useMutation({
    mutationFn: restoreRevision,
    onSuccess: (after, { id, paths, etag }) => {
      client.setQueryData(configQuery().queryKey, after);
      const words = paths ? `${countOf(paths.length, "setting")} restored` : `Version ${id} restored`;
      celebrate({ words, before: { etag, file }, after });
      router.push("/settings/history");
    },
    // Also after a refusal: what the dialog shows may be out of date.
    onSettled: () => client.invalidateQueries({ queryKey: configQuery().queryKey }),
  });
}
