"use client";

import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { planApply, runningQuery } from "@/components/settings/queries/running";
import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";

const words = { label: "Start time", help: "In your time zone, within the next two weeks." };
const chosen = z.string().check(z.minLength(1, "Choose a date and a time."));

/** The next 4 a.m., when the fewest people are online. Formatted for an `<input type="datetime-local">`. */
function nextMorning(): string {
  const at = new Date();
  if (at.getHours() >= 4) at.setDate(at.getDate() + 1);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T04:00`;
}

/** Plans an apply. It starts automatically unless an operator cancels it. */
export function PlanDialog({ disabled }: { disabled: boolean }) {
  const client = useQueryClient();
  return (
    <FormDialog
      trigger={<Button disabled={disabled}>Plan for later…</Button>}
      title="Plan an apply?"
      description="Applies the file as it is at that time, including later saves. All operators can see the plan, and editors can cancel it."
      action="Plan apply"
      fields={{ at: textField(words, chosen, { type: "datetime-local", initial: nextMorning() }) }}
      request={({ at }) => planApply(new Date(at).toISOString())}
      onDone={(plan) => {
        client.setQueryData(runningQuery().queryKey, (known) => known && { ...known, plan });
      }}
    >
      <p>
        Right before the apply, the panel runs the preflight again. If it finds a red problem, the apply is
        canceled and nothing is restarted. Notifications are sent ten minutes before the apply and when it
        ends.
      </p>
    </FormDialog>
  );
}
