"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import * as z from "zod/mini";
import { markRestarted, planApply, runningQuery, waitingIn } from "@/components/settings/queries/running";
import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { useChange } from "@/components/shell/form/use-change";
import { useActionRefusal } from "@/components/shell/standing";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import type { RunningReport } from "@/lib/shared/contract/running";
import { isEnded } from "@/lib/shared/contract/values";
import { ApplyDialog, checkInField } from "./apply-dialog";
import { applyWords, canBeMarked } from "./running-words";

/** "Save and apply" links to the page with `?apply`, which opens the confirmation. */
export function ApplyActions({ report }: { report: RunningReport }) {
  const router = useRouter();
  const isAsked = useSearchParams().has("apply");
  const [isOpen, setOpen] = useState(isAsked);
  // The URL may also get `?apply` while this page is open, because the save bar is on every page.
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked !== wasAsked) {
    setWasAsked(isAsked);
    setOpen(isAsked);
  }
  const isUnderWay = report.apply !== null && !isEnded(report.apply.state);
  const isRefused = useActionRefusal() !== null;
  const mark = canBeMarked(report) ? <MarkButton /> : null;
  if (report.reload === null || isRefused) return mark;
  const toggle = (open: boolean) => {
    setOpen(open);
    if (!open && isAsked) router.replace("/running");
  };
  return (
    <>
      {mark}
      {report.plan === null ? <PlanDialog etag={report.etag} disabled={isUnderWay} /> : null}
      <ApplyDialog
        report={report}
        open={isOpen && !isUnderWay}
        onOpenChange={toggle}
        trigger={
          <Button variant={waitingIn(report).length > 0 ? "primary" : "secondary"} disabled={isUnderWay}>
            {applyWords(report)}…
          </Button>
        }
      />
    </>
  );
}

export function MarkButton() {
  const isRefused = useActionRefusal() !== null;
  const client = useQueryClient();
  const mark = useChange({
    request: markRestarted,
    onDone(report) {
      client.setQueryData(runningQuery().queryKey, report);
      toast.success("Marked as restarted", {
        description: "Changes saved from now on need another restart.",
      });
    },
    failed: "Not marked",
  });
  return isRefused ? null : (
    <Button busy={mark.isPending} onClick={() => mark.mutate()}>
      Mark as restarted
    </Button>
  );
}

const words = { label: "Start time", help: "In your time zone, within the next two weeks." };
const chosen = z.string().check(z.minLength(1, "Choose a date and a time."));

/** Returns the next 4 a.m., when the fewest people are online, in the format of a `datetime-local` input. */
function nextMorning(): string {
  const at = new Date();
  if (at.getHours() >= 4) at.setDate(at.getDate() + 1);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T04:00`;
}

/** Plans an apply. It starts automatically unless an operator cancels it. */
function PlanDialog({ etag, disabled }: { etag: string; disabled: boolean }) {
  const client = useQueryClient();
  return (
    <FormDialog
      trigger={<Button disabled={disabled}>Plan for later…</Button>}
      title="Plan an apply?"
      description="Applies the file as it is now. If the file changes before that time, or you lose your role, the plan is dropped. All operators can see the plan, and editors can cancel it."
      action="Plan apply"
      fields={{
        at: textField(words, chosen, { type: "datetime-local", initial: nextMorning() }),
        checkIn: checkInField,
      }}
      request={({ at, checkIn }) =>
        planApply(etag, { at: new Date(at).toISOString(), ...(checkIn && { checkIn: Number(checkIn) }) })
      }
      onDone={(plan) => {
        client.setQueryData(runningQuery().queryKey, (known) => known && { ...known, plan });
      }}
    >
      <p>
        Right before the apply, the panel runs the preflight again. If a check fails, the apply is canceled
        and nothing is restarted. Notifications are sent ten minutes before the apply and when it ends.
      </p>
    </FormDialog>
  );
}
