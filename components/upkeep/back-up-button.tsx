"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, type ButtonSize } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import { formatBytes } from "@/lib/shared/settings/kinds/bytes";
import { backupsQuery, isBackingUp, startBackup } from "./queries";

const POLL = 1_000;

export function BackUpButton({ size = "sm" }: { size?: ButtonSize }) {
  const client = useQueryClient();
  const { queryKey } = backupsQuery();
  const backUp = useMutation({
    async mutationFn() {
      let view = await startBackup();
      client.setQueryData(queryKey, view);
      while (isBackingUp(view)) {
        await new Promise((resolve) => setTimeout(resolve, POLL));
        view = await client.fetchQuery({ ...backupsQuery(), staleTime: 0 });
      }
      return view.backups[0];
    },
    onSuccess(backup) {
      if (backup?.state === "done")
        toast.success("Backup complete", {
          description:
            backup.size === null ? backup.folder : `${formatBytes(backup.size)} in ${backup.folder}`,
        });
      else toast.error("The backup failed", { description: backup?.problem ?? undefined });
    },
    onError: (error) => toast.error("The backup did not start", { description: error.message }),
    // Refetches the overview's data, which includes whether a backup is due.
    onSettled: () => client.invalidateQueries({ queryKey: ["watch"] }),
  });
  return (
    <Button
      size={size}
      variant={size === "md" ? "primary" : undefined}
      busy={backUp.isPending}
      onClick={() => backUp.mutate()}
    >
      Back up now
    </Button>
  );
}
