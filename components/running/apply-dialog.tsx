"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { runningQuery } from "@/components/settings/queries/running";
import { useFileSummary } from "@/components/settings/store/config-file";
import { countOf } from "@/components/settings/store/operations";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { FormField } from "@/components/shell/form/form-field";
import { PasswordInput } from "@/components/shell/form/password-input";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Callout } from "@/components/ui/callout";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import type { OfferedWay, ReloadWay, RunningReport } from "@/lib/shared/contract/running";
import { ApplyOutlook } from "./apply-outlook";
import { applyWords } from "./apply-words";
import { applyFile } from "./queries/running";
import { applyPreviewQuery } from "./queries/running";
import { consequenceOf } from "./running-words";

const schema = z.object({ password: z.string().check(z.minLength(1, "Enter your password.")) });

interface ApplyDialogProps {
  report: RunningReport;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens it. */
  trigger: ReactNode;
}

/** Says what an apply breaks and what was found beforehand, asks for the password, and begins. */
export function ApplyDialog({ report, open, onOpenChange, trigger }: ApplyDialogProps) {
  const client = useQueryClient();
  const { etag } = useFileSummary();
  const [stopAgain, setStopAgain] = useState(false);
  const [chosen, setChosen] = useState<ReloadWay | null>(null);
  const way = report.ways.find((one) => one.way === (chosen ?? report.reload));
  const { data: preview, error } = useQuery({ ...applyPreviewQuery(etag), enabled: open });
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { password: "" },
    request: ({ password }) =>
      applyFile({ etag, password, ...(chosen && { way: chosen }), ...(stopAgain && { stopAgain }) }),
    onDone(apply) {
      form.reset();
      onOpenChange(false);
      client.setQueryData(runningQuery().queryKey, (known) => known && { ...known, apply });
    },
  });
  const canRollBack = report.known !== null && report.known.etag !== etag;
  const isRed = preview?.preflight.level === "red";
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        form.reset();
      }}
      trigger={trigger}
      title={`${applyWords(report)}?`}
      description={consequenceOf(way)}
      action={isRed ? "Apply anyway" : applyWords(report)}
      tone={isRed ? "danger" : "primary"}
      busy={isBusy}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      {report.ways.length > 1 ? <ChooseWay ways={report.ways} value={way?.way} onChange={setChosen} /> : null}
      {report.isStopIgnored && way?.way === "api" ? (
        <Callout tone="danger" title="The instance ignores the request to stop">
          <p>
            It did not end when the panel last asked it. Set INSTANCE_RELOAD to a command that restarts its
            service (docs/applying.md).
          </p>
          <Label className="mt-2 flex items-center gap-2">
            <Checkbox checked={stopAgain} onCheckedChange={(checked) => setStopAgain(checked === true)} />
            The server was updated since: ask it again
          </Label>
        </Callout>
      ) : null}
      <ApplyOutlook preview={preview} failure={error?.message} />
      <p>
        {canRollBack
          ? `If the instance is not healthy within ${report.healthSeconds} seconds, the panel rolls back these changes, and you have them as unsaved changes again.`
          : "The panel knows no earlier version that the instance was healthy with, so it cannot roll back."}
      </p>
      <FormField label="Your password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} {...form.register("password")} autoComplete="current-password" />
        )}
      </FormField>
    </FormDialog>
  );
}

interface ChooseWayProps {
  ways: readonly OfferedWay[];
  value: ReloadWay | undefined;
  onChange: (way: ReloadWay) => void;
}

/** The gentlest way that suffices is chosen; an operator may choose another one. */
function ChooseWay({ ways, value, onChange }: ChooseWayProps) {
  return (
    <RadioGroup
      aria-label="How to apply"
      value={value ?? ""}
      onValueChange={(next) => {
        const found = ways.find(({ way }) => way === next);
        if (found) onChange(found.way);
      }}
    >
      {ways.map(({ way, isRestart, leaves }) => (
        <Label key={way} className="flex items-start gap-2">
          <RadioGroupItem value={way} className="mt-0.5" />
          <span>
            {isRestart ? "Restart the instance" : "Reload the file"}
            <span className="block text-sm font-normal text-muted-foreground">
              {leaves.length === 0
                ? isRestart
                  ? "Everything takes effect."
                  : "Nobody is disconnected, and everything takes effect."
                : `Nobody is disconnected. ${countOf(leaves.length, "setting takes", "settings take")} effect only after a restart.`}
            </span>
          </span>
        </Label>
      ))}
    </RadioGroup>
  );
}
