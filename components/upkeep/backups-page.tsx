"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { FormFailure, FormField, SubmitButton } from "@/components/shell/form/form-parts";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Ago, Moment, useZone } from "@/components/ui/moment";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/copy-button";
import { Input } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page-header";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toaster";
import type { Backup, BackupView } from "@/lib/shared/contract/backups";
import { formatBytes } from "@/lib/shared/settings/kinds/bytes";
import { BackUpButton } from "./back-up-button";
import { backupsQuery, saveBackupSchedule } from "./queries";

interface BackupsPageProps {
  initial: BackupView;
  /** Only owners can change the schedule. Owners and editors can make backups. */
  role: "owner" | "editor" | "viewer";
}

/** Lists recent backups. Also shows the schedule, and a button that makes a backup. */
export function BackupsPage({ initial, role }: BackupsPageProps) {
  const { data: view } = useQuery({ ...backupsQuery(), initialData: initial });
  return (
    <>
      <PageHeader
        title="Backups"
        description="Copies of the panel's database, the configuration file and the panel's secret."
        actions={role === "viewer" ? null : <BackUpButton size="md" />}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <BackupsCard view={view} />
        <div className="flex min-w-0 flex-col gap-4">
          <ScheduleCard key={JSON.stringify(view.schedule)} view={view} isOwner={role === "owner"} />
          <RestoreCard view={view} />
        </div>
      </div>
    </>
  );
}

const states = {
  done: { words: "Complete", tone: "success" },
  failed: { words: "Failed", tone: "danger" },
  running: { words: "In progress", tone: "accent" },
} as const;

function BackupsCard({ view: { backups, folder } }: { view: BackupView }) {
  return (
    <Card aria-labelledby="last-backups">
      <CardHeader>
        <CardTitle id="last-backups">Recent backups</CardTitle>
        <CardDescription>
          The panel makes them in <code className="text-xs wrap-anywhere">{folder}</code>. Copy them to
          another machine, so that they survive a disk failure.
        </CardDescription>
      </CardHeader>
      {backups.length === 0 ? (
        <CardContent>
          <p className="text-muted-foreground">There is no backup yet.</p>
        </CardContent>
      ) : (
        <ul aria-label="Recent backups" className="divide-y">
          {backups.map((backup) => (
            <BackupRow key={backup.id} backup={backup} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function BackupRow({ backup: { at, by, state, size, folder, problem } }: { backup: Backup }) {
  return (
    <li className="flex flex-col gap-0.5 px-4 py-2.5 sm:px-6">
      <p className="flex items-start justify-between gap-4">
        <span className="font-medium">
          <Ago at={at} />
        </span>
        <span className="flex items-center gap-3">
          {size === null ? null : (
            <span className="text-muted-foreground tabular-nums">{formatBytes(size)}</span>
          )}
          <Badge tone={states[state].tone}>{states[state].words}</Badge>
        </span>
      </p>
      <p className="text-sm wrap-anywhere text-muted-foreground">
        {by ?? "By schedule"}
        {problem === null ? (
          <>
            {" · "}
            <code className="text-xs">{folder}</code>
          </>
        ) : null}
      </p>
      {problem === null ? null : <p className="text-sm wrap-anywhere whitespace-pre-line">{problem}</p>}
    </li>
  );
}

function ScheduleCard({
  view: { schedule, nextAt, isKeepFixed },
  isOwner,
}: {
  view: BackupView;
  isOwner: boolean;
}) {
  const client = useQueryClient();
  const [isOn, setOn] = useState(schedule.time !== null);
  const { form, errors, submit, isBusy } = useRequestForm({
    schema: z.object({
      time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 03:00.")),
      keep: z
        .string()
        .check(z.regex(/^([1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])$/, "Enter a number from 1 to 365.")),
    }),
    initial: { time: schedule.time ?? "03:00", keep: String(schedule.keep) },
    request: ({ time, keep }) => saveBackupSchedule({ time: isOn ? time : null, keep: Number(keep) }),
    onDone(saved) {
      client.setQueryData(backupsQuery().queryKey, saved);
      toast.success("Schedule saved");
    },
  });
  const time = useWatch({ control: form.control, name: "time" });
  return (
    <Card aria-labelledby="schedule">
      <CardHeader row>
        <CardTitle id="schedule">Schedule</CardTitle>
        {schedule.time === null ? <Badge>Off</Badge> : <Badge tone="success">On</Badge>}
      </CardHeader>
      {isOwner ? (
        <form onSubmit={submit} noValidate>
          <CardContent className="flex flex-col gap-5">
            <FormFailure message={errors.root?.message} />
            <div className="flex items-center justify-between gap-4">
              <span id="daily" className="font-medium">
                Back up every day
              </span>
              <Switch checked={isOn} onCheckedChange={setOn} aria-labelledby="daily" />
            </div>
            <div className="grid gap-5 sm:grid-cols-2">
              <FormField label="Time (UTC)" help={<LocalTime time={time} />} error={errors.time?.message}>
                {(control) => (
                  <Input
                    {...control}
                    {...form.register("time")}
                    type="time"
                    disabled={!isOn}
                    className="tabular-nums"
                  />
                )}
              </FormField>
              <FormField
                label="Backups to store"
                help={isKeepFixed ? "Set by BACKUP_KEEP." : "The panel deletes its older backups."}
                error={errors.keep?.message}
              >
                {(control) => (
                  <Input
                    {...control}
                    {...form.register("keep")}
                    inputMode="numeric"
                    readOnly={isKeepFixed}
                    className="tabular-nums"
                  />
                )}
              </FormField>
            </div>
          </CardContent>
          <CardFooter>
            {nextAt === null ? null : (
              <p className="mr-auto text-sm text-muted-foreground">
                Next: <Moment at={nextAt} />
              </p>
            )}
            <SubmitButton variant="primary" busy={isBusy}>
              Save schedule
            </SubmitButton>
          </CardFooter>
        </form>
      ) : (
        <CardContent>
          <p className="text-muted-foreground">
            {schedule.time === null
              ? "Backups are only made manually."
              : `Every day at ${schedule.time} UTC. The newest ${schedule.keep} are stored.`}{" "}
            Only owners can change the schedule.
          </p>
        </CardContent>
      )}
    </Card>
  );
}

/** The scheduled time in the operator's time zone. Rendered only in the browser, which knows the time zone. */
const LocalTime = ({ time }: { time: string }) => (useZone() === "UTC" ? null : localWords(time));

function localWords(time: string): string {
  const at = Date.parse(`${new Date().toISOString().slice(0, 10)}T${time}:00Z`);
  if (Number.isNaN(at)) return "";
  const local = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(at);
  return `${local} in your time zone.`;
}

/** Explains how to restore a backup. */
function RestoreCard({ view: { database, backups } }: { view: BackupView }) {
  const folder = backups.find(({ state }) => state === "done")?.folder ?? "/path/of/the/backup";
  return (
    <Card aria-labelledby="restore">
      <CardHeader>
        <CardTitle id="restore">Restore a backup</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        <p className="text-muted-foreground">
          {database === "sqlite"
            ? "Stop the panel, restore the backup with the same DATA_DIR and CONFIG_PATH, and start the panel again:"
            : "Stop the panel, create an empty database, set DATABASE_URL to it, restore the backup and start the panel again:"}
        </p>
        <CodeBlock label="commands" code={`npm run restore -- ${folder}`} />
      </CardContent>
    </Card>
  );
}
