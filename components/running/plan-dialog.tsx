"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { runningQuery } from "@/components/settings/queries/running";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { FormField } from "@/components/shell/form/form-field";
import { PasswordInput } from "@/components/shell/form/password-input";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { planApply } from "./queries/running";

const schema = z.object({
  at: z.string().check(z.minLength(1, "Choose a date and a time.")),
  password: z.string().check(z.minLength(1, "Enter your password.")),
});

/** Four in the morning, when the fewest people are there: the value of an `<input type="datetime-local">`. */
function nextMorning(): string {
  const at = new Date();
  if (at.getHours() >= 4) at.setDate(at.getDate() + 1);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T04:00`;
}

/** Plans an apply: it begins by itself, as long as nobody cancels it. */
export function PlanDialog({ disabled }: { disabled: boolean }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { at: "", password: "" },
    request: ({ at, password }) => planApply({ at: new Date(at).toISOString(), password }),
    onDone(plan) {
      setOpen(false);
      client.setQueryData(runningQuery().queryKey, (known) => known && { ...known, plan });
    },
  });
  return (
    <FormDialog
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next);
        form.reset({ at: next ? nextMorning() : "", password: "" });
      }}
      trigger={<Button disabled={disabled}>Plan for later…</Button>}
      title="Plan an apply?"
      description="Applies what the file says at that time, also what is saved until then. Everybody sees the plan and can cancel it."
      action="Plan apply"
      busy={isBusy}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <FormField
        label="Begins at"
        help="In your time zone, within the next two weeks."
        error={errors.at?.message}
      >
        {(control) => <Input {...control} {...form.register("at")} type="datetime-local" />}
      </FormField>
      <p>
        Right before, the panel runs the preflight again. If it finds a red problem, the apply is dropped and
        nothing is restarted. Notifications are sent ten minutes before and when it has ended.
      </p>
      <FormField label="Your password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} {...form.register("password")} autoComplete="current-password" />
        )}
      </FormField>
    </FormDialog>
  );
}
