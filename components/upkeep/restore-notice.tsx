import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "@/components/shell/form/use-change";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Ago, Moment, useNow } from "@/components/ui/moment";
import type { BackupView } from "@/lib/shared/contract/backups";
import { backupsQuery, cancelRestore } from "./queries";
import { RestoreDialog } from "./restore-dialog";

/** How long the outcome of a restore is shown (ms). */
const SHOWN_MS = 24 * 60 * 60 * 1000;

export function RestoreNotice({ view, isOwner }: { view: BackupView; isOwner: boolean }) {
  const now = useNow();
  const { plannedRestore: planned, lastRestore: last } = view;
  if (planned)
    return (
      <Callout
        tone="warning"
        role="status"
        title="Restart the panel to make the restore"
        actions={isOwner ? <CancelButton /> : null}
      >
        {planned.by} chose the backup of <Moment at={planned.backupAt} />. The panel restores it at its next
        start, for example after <code>systemctl restart instance-admin</code>
        {view.database === "postgres" ? ", while no other replica runs" : ""}. What is saved until then is
        lost.
      </Callout>
    );
  if (last === null || now - last.at > SHOWN_MS) return null;
  return last.problem === null ? (
    <Restored last={last} view={view} isOwner={isOwner} />
  ) : (
    <Callout tone="danger" title="The backup was not restored, and nothing was changed">
      {last.problem}
    </Callout>
  );
}

function CancelButton() {
  const client = useQueryClient();
  const cancel = useChange({
    request: cancelRestore,
    done: () => "Restore canceled",
    failed: "The restore was not canceled",
    onDone: (view) => client.setQueryData(backupsQuery().queryKey, view),
  });
  return (
    <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
      Cancel restore
    </Button>
  );
}

function Restored({
  last,
  view,
  isOwner,
}: {
  last: NonNullable<BackupView["lastRestore"]>;
  view: BackupView;
  isOwner: boolean;
}) {
  const [isUndoing, setUndoing] = useState(false);
  const before = view.backups.find(({ folder, state }) => folder === last.before && state === "done");
  return (
    <Callout
      tone="success"
      title={
        <>
          Restored the backup of <Moment at={last.backupAt} />
        </>
      }
      actions={isOwner && before ? <Button onClick={() => setUndoing(true)}>Undo the restore…</Button> : null}
    >
      By {last.by}, <Ago at={last.at} />. {last.withConfig ? "The configuration file was restored too. " : ""}
      {before ? "The state before the restore is in the newest backup." : ""}
      {isUndoing && before ? <RestoreDialog backup={before} onClose={() => setUndoing(false)} /> : null}
    </Callout>
  );
}
