"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { FormFailure, FormField, SubmitButton } from "@/components/shell/form/form-parts";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardFooter } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { Moment, useZone } from "@/components/ui/moment";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toaster";
import type { BackupView } from "@/lib/shared/contract/backups";
import { backupsQuery, saveBackupSchedule } from "./queries";

export function ScheduleLine({ view, isOwner }: { view: BackupView; isOwner: boolean }) {
  const [isEditing, setEditing] = useState(false);
  const { schedule, nextAt } = view;
  return (
    <Card aria-label="Schedule" role="region">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
        <Clock aria-hidden="true" className="size-4 text-muted-foreground" />
        <p className="min-w-0 flex-1">
          {schedule.time === null ? (
            "Backups are only made by hand."
          ) : (
            <>
              Every day at {schedule.time} UTC
              <LocalTime time={schedule.time} />, and the newest {schedule.keep} are stored.{" "}
              {nextAt === null ? null : (
                <span className="text-muted-foreground">
                  Next: <Moment at={nextAt} />.
                </span>
              )}
            </>
          )}
          {isOwner ? null : (
            <span className="text-muted-foreground"> Only owners can change the schedule.</span>
          )}
        </p>
        {isOwner && !isEditing ? <Button onClick={() => setEditing(true)}>Edit schedule</Button> : null}
      </div>
      {isEditing ? <ScheduleForm view={view} onClose={() => setEditing(false)} /> : null}
    </Card>
  );
}

function ScheduleForm({
  view: { schedule, isKeepFixed },
  onClose,
}: {
  view: BackupView;
  onClose: () => void;
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
      onClose();
    },
  });
  const time = useWatch({ control: form.control, name: "time" });
  return (
    <form onSubmit={submit} noValidate className="border-t">
      <CardContent className="flex flex-col gap-5">
        <FormFailure message={errors.root?.message} />
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <div className="flex items-center gap-4 sm:pt-8">
            <Switch checked={isOn} onCheckedChange={setOn} aria-labelledby="daily" />
            <span id="daily" className="font-medium">
              Back up every day
            </span>
          </div>
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
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton variant="primary" busy={isBusy}>
          Save schedule
        </SubmitButton>
      </CardFooter>
    </form>
  );
}

/** The scheduled time in the operator's time zone. Rendered only in the browser, which knows the time zone. */
const LocalTime = ({ time }: { time: string }) => (useZone() === "UTC" ? null : localWords(time));

function localWords(time: string): string {
  const at = Date.parse(`${new Date().toISOString().slice(0, 10)}T${time}:00Z`);
  if (Number.isNaN(at)) return "";
  const local = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(at);
  return ` (${local} your time)`;
}
