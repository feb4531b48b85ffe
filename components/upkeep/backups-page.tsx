"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { AuthorMark } from "@/components/shell/author-name";
import { type Action, ActionMenu } from "@/components/shell/form/action-menu";
import { useChange } from "@/components/shell/form/use-change";
import { Ago, Moment, useMomentText } from "@/components/ui/moment";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { downloadFile } from "@/components/ui/download";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Table, TableBody, TableCell, TableRow } from "@/components/ui/table";
import { dateAndTime } from "@/components/ui/times";
import type { Backup, BackupView } from "@/lib/shared/contract/backups";
import { formatBytes } from "@/lib/shared/settings/kinds/bytes";
import { BackUpButton } from "./back-up-button";
import { backupsQuery, deleteBackup, downloadBackup } from "./queries";
import { RestoreDialog, VerifyDialog } from "./restore-dialog";
import { RestoreNotice } from "./restore-notice";
import { ScheduleLine } from "./schedule-line";

interface BackupsPageProps {
  initial: BackupView;
  role: "owner" | "editor" | "viewer";
}

export function BackupsPage({ initial, role }: BackupsPageProps) {
  const { data: view } = useQuery({ ...backupsQuery(), initialData: initial });
  return (
    <>
      <PageHeader
        title="Backups"
        description="Copies of the panel's database, the configuration file and the panel's secret."
        actions={role === "viewer" ? null : <BackUpButton size="md" />}
      />
      <div className="flex flex-col gap-4">
        <RestoreNotice view={view} isOwner={role === "owner"} />
        <ScheduleLine key={JSON.stringify(view.schedule)} view={view} isOwner={role === "owner"} />
        {view.backups.length === 0 ? (
          <EmptyState
            title="No backups yet"
            text="The panel makes a backup while it runs, and reads it back. Operators and bots notice nothing."
          />
        ) : (
          <Backups view={view} role={role} />
        )}
      </div>
    </>
  );
}

function Backups({ view: { backups, folder }, role }: { view: BackupView; role: BackupsPageProps["role"] }) {
  const done = backups.filter(({ state }) => state === "done");
  const size = done.reduce((sum, backup) => sum + (backup.size ?? 0), 0);
  return (
    <div className="flex flex-col gap-3">
      <Table
        label="Backups"
        head={[
          "When",
          "By",
          { name: "Size", className: "text-right" },
          "State",
          { name: "Actions", isHidden: true },
        ]}
      >
        <TableBody>
          {backups.map((backup) => (
            <Row key={backup.id} backup={backup} role={role} />
          ))}
        </TableBody>
      </Table>
      <p className="px-4 text-sm text-muted-foreground">
        {done.length} {done.length === 1 ? "backup" : "backups"}, {formatBytes(size)}, in{" "}
        <code className="text-xs wrap-anywhere">{folder}</code> on this machine. Download one, or copy the
        folder to another machine, so that the backups survive a disk failure.
      </p>
    </div>
  );
}

/** Why the panel made a backup without being asked, from the name of its folder. */
const reasons: readonly [end: string, words: string][] = [
  ["-before-restore", "Before a restore"],
  ["-before-upgrade", "Before an upgrade"],
];

function Row({ backup, role }: { backup: Backup; role: BackupsPageProps["role"] }) {
  const { id, at, by, size, state, problem } = backup;
  const [isRestoring, setRestoring] = useState(false);
  const isDone = state === "done";
  const moment = useMomentText(at);
  const reason = reasons.find(([end]) => backup.folder.endsWith(end))?.[1];
  return (
    <TableRow>
      <TableCell className="py-2 font-medium whitespace-nowrap">
        <Ago at={at} />
      </TableCell>
      <TableCell className="py-2">
        <span className="flex items-center gap-2 whitespace-nowrap">
          <AuthorMark author={by ?? "schedule"} kind={by === null ? "panel" : "operator"} />
          {by ?? "Schedule"}
        </span>
      </TableCell>
      <TableCell
        name="Size"
        className="py-2 whitespace-nowrap text-muted-foreground tabular-nums sm:text-right"
      >
        {size === null ? "–" : formatBytes(size)}
      </TableCell>
      <TableCell className="py-2 sm:w-full">
        <span className="flex flex-wrap items-center gap-x-3">
          <State backup={backup} />
          {reason === undefined ? null : <span className="text-sm text-muted-foreground">{reason}</span>}
        </span>
        {problem === null ? null : (
          <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line">{problem}</p>
        )}
      </TableCell>
      <TableCell className="py-1.5 whitespace-nowrap sm:text-right">
        {isDone ? (
          <span className="inline-flex items-center gap-1">
            {role === "owner" ? <DownloadButton backup={backup} /> : null}
            {role === "owner" ? (
              <Button size="sm" variant="ghost" onClick={() => setRestoring(true)}>
                Restore…
              </Button>
            ) : null}
            {role === "viewer" ? null : (
              <ActionMenu
                objectName={`the backup of ${moment}`}
                changes={{ queryKey: backupsQuery().queryKey }}
                actions={[
                  { item: "Verify", dialog: (onClose) => <VerifyDialog backup={backup} onClose={onClose} /> },
                  ...(role === "owner" && id !== "command" ? [removal(backup)] : []),
                ]}
              />
            )}
          </span>
        ) : null}
        {isRestoring ? <RestoreDialog backup={backup} onClose={() => setRestoring(false)} /> : null}
      </TableCell>
    </TableRow>
  );
}

const removal = ({ id, at }: Backup): Action => ({
  item: "Delete…",
  title: `Delete the backup of ${dateAndTime(at)}?`,
  description: "The panel removes its folder. The backup cannot be brought back.",
  confirmLabel: "Delete backup",
  tone: "danger",
  request: () => deleteBackup(id),
  done: "Backup deleted",
});

function DownloadButton({ backup: { id, at, folder } }: { backup: Backup }) {
  const { mutate, isPending } = useChange({
    request: () => downloadBackup(id),
    onDone: (content) => downloadFile(content, `${folder.split(/[\\/]/).at(-1)}.tar.gz`),
    failed: "Nothing was downloaded",
  });
  return (
    <Button size="sm" variant="ghost" busy={isPending} onClick={() => mutate()}>
      <Download aria-hidden="true" />
      Download
      <span className="sr-only">
        {" "}
        the backup of <Moment at={at} />
      </span>
    </Button>
  );
}

function State({ backup: { state, isReadBack } }: { backup: Backup }) {
  if (state === "failed") return <Badge tone="danger">Failed</Badge>;
  if (state === "running") return <Badge tone="accent">In progress</Badge>;
  if (state === "gone") return <Badge tone="warning">Not on this machine</Badge>;
  return (
    <span className="flex items-center gap-1.5 text-sm whitespace-nowrap text-success-text">
      {isReadBack ? <ShieldCheck aria-hidden="true" className="size-4" /> : null}
      {isReadBack ? "Complete, read back when it was made" : "Complete"}
    </span>
  );
}
