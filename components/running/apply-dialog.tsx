"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { runningQuery } from "@/components/settings/queries/running";
import { useFileSummary } from "@/components/settings/store/config-file";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { FormField } from "@/components/shell/form/form-field";
import { PasswordInput } from "@/components/shell/form/password-input";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import type { RunningReport } from "@/lib/shared/contract/running";
import { applyWords } from "./apply-words";
import { applyFile } from "./queries/running";
import { consequenceOf } from "./running-words";

const schema = z.object({ password: z.string().check(z.minLength(1, "Enter your password.")) });

interface ApplyDialogProps {
  report: RunningReport;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens it. */
  trigger: ReactNode;
}

/** Says what applying the file breaks, asks for the password, and begins. */
export function ApplyDialog({ report, open, onOpenChange, trigger }: ApplyDialogProps) {
  const client = useQueryClient();
  const { etag } = useFileSummary();
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { password: "" },
    request: ({ password }) => applyFile({ etag, password }),
    onDone(apply) {
      form.reset();
      onOpenChange(false);
      client.setQueryData(runningQuery().queryKey, (known) => known && { ...known, apply });
    },
  });
  const canRollBack = report.known !== null && report.known.etag !== etag;
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        form.reset();
      }}
      trigger={trigger}
      title={`${applyWords(report)}?`}
      description={consequenceOf(report)}
      action={applyWords(report)}
      busy={isBusy}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <p>
        {canRollBack
          ? `If the instance is not well within ${report.healthSeconds} seconds, the version that it last ran well with is put back, and what you changed is kept as unsaved changes.`
          : "No other version is known that the instance ran well with, so nothing can be put back if it does not come up."}
      </p>
      <FormField label="Your password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} {...form.register("password")} autoComplete="current-password" />
        )}
      </FormField>
    </FormDialog>
  );
}
