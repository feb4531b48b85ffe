"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { CodeBlock } from "@/components/ui/copy-button";
import { Dialog, DialogContent, DialogParts } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/loading";
import { dateAndTime } from "@/components/ui/times";
import type { Backup } from "@/lib/shared/contract/backups";
import { backupsQuery, verifyBackup } from "./queries";

/** Reads a backup back, says what it contains, and shows the command that restores it. */
export function RestoreDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { data, error, isPending } = useQuery({
    queryKey: ["backup", backup.id, "verified"],
    queryFn: () => verifyBackup(backup.id),
    gcTime: 0,
    retry: false,
  });
  const { data: view } = useQuery(backupsQuery());
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent>
        <DialogParts
          title={`Backup of ${dateAndTime(backup.at)}`}
          description={backup.folder}
          className="gap-4"
          footer={<Button onClick={onClose}>Close</Button>}
        >
          {isPending ? <Skeleton className="h-16" /> : null}
          {error ? (
            <Callout tone="danger" role="alert" title="This backup cannot be restored">
              {error.message}
            </Callout>
          ) : null}
          {data ? (
            <>
              <Callout tone="success" role="status" title="Verified just now">
                Every file is unchanged, and the database is intact: {data.contents}.
              </Callout>
              <p>
                To restore it, stop the panel
                {view?.database === "postgres"
                  ? ", create an empty database, set DATABASE_URL to it,"
                  : ""}{" "}
                and run this command with the panel&apos;s environment. What happened since the backup is
                replaced.
              </p>
              <CodeBlock label="command" code={`npm run restore -- \\\n  ${backup.folder}`} />
            </>
          ) : null}
        </DialogParts>
      </DialogContent>
    </Dialog>
  );
}
