"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { countOf } from "@/components/form/operations";
import { toast } from "@/components/ui/toaster";
import { configQuery } from "@/lib/queries/config";
import { restoreRevision } from "@/lib/queries/restore-revision";

/** Restores a version or some of its settings, then shows the history with the new version on top. */
export function useRestore() {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: restoreRevision,
    onSuccess: (document, { id, paths }) => {
      client.setQueryData(configQuery().queryKey, document);
      toast.success(paths ? `${countOf(paths.length, "setting")} restored` : `Version ${id} restored`, {
        description: "What was in the file before is kept as a version too.",
      });
      router.push("/settings/history");
    },
    // Also after a refusal: what the dialog shows may be out of date.
    onSettled: () => client.invalidateQueries({ queryKey: configQuery().queryKey }),
  });
}
