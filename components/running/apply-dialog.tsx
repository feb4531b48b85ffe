"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { applyFile, applyPreviewQuery, runningQuery } from "@/components/settings/queries/running";
import { useFileSummary } from "@/components/settings/store/config-form";
import { countOf } from "@/components/settings/store/words";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { RadioChoice, RadioGroup } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/loading";
import type { ApplyPreview, OfferedWay, ReloadWay, RunningReport } from "@/lib/shared/contract/running";
import { ignoredParts } from "@/lib/shared/contract/values";
import { applyWords, consequenceOf, rollbackWords } from "./running-words";
import { partWords } from "./check-words";
import { PreflightLine, PreflightList } from "./preflight-list";

interface ApplyDialogProps {
  report: RunningReport;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: ReactNode;
}

/** Shows the consequences of an apply and the results of the preflight, and starts the apply. */
export function ApplyDialog({ report, open, onOpenChange, trigger }: ApplyDialogProps) {
  const client = useQueryClient();
  const { etag } = useFileSummary();
  const [chosen, setChosen] = useState<ReloadWay | null>(null);
  const way = report.ways.find((one) => one.way === (chosen ?? report.reload));
  const { data: preview, error } = useQuery({ ...applyPreviewQuery(etag), enabled: open });
  const isRed = preview?.preflight.level === "red";
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={trigger}
      title={`${applyWords(report)}?`}
      description={consequenceOf(way)}
      action={isRed ? "Apply anyway" : applyWords(report)}
      tone={isRed ? "danger" : "primary"}
      fields={{}}
      request={() => applyFile({ etag, ...(chosen && { way: chosen }) })}
      onDone={(apply) => {
        client.setQueryData(runningQuery().queryKey, (known) => known && { ...known, apply });
      }}
    >
      {report.ways.length > 1 ? <ChooseWay ways={report.ways} value={way?.way} onChange={setChosen} /> : null}
      <ApplyOutlook preview={preview} failure={error?.message} />
      <p>{rollbackWords(report)}</p>
    </FormDialog>
  );
}

interface ChooseWayProps {
  ways: readonly OfferedWay[];
  value: ReloadWay | undefined;
  onChange: (way: ReloadWay) => void;
}

/**
 * Lets the operator choose how the file is applied. Initially, the least disruptive way that is sufficient is selected.
 */
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
        <RadioChoice key={way} value={way} title={isRestart ? "Restart the instance" : "Reload the file"}>
          {leaves.length === 0
            ? isRestart
              ? "Everything takes effect."
              : "Nobody is disconnected, and everything takes effect."
            : `Nobody is disconnected. ${countOf(leaves.length, "setting takes", "settings take")} effect only after a restart.`}
        </RadioChoice>
      ))}
    </RadioGroup>
  );
}

interface ApplyOutlookProps {
  preview: ApplyPreview | undefined;
  /** Why the preview could not be loaded. */
  failure: string | undefined;
}

/** Shows which services are down before an apply, and what the preflight has found. */
function ApplyOutlook({ preview, failure }: ApplyOutlookProps) {
  if (failure !== undefined)
    return <p className="text-muted-foreground">The checks before the apply failed: {failure}</p>;
  if (!preview)
    return (
      <div className="flex flex-col gap-2" aria-busy="true">
        <p role="status" className="text-muted-foreground">
          Checking the file, the addresses in it, and the instance…
        </p>
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-5 w-3/5" />
      </div>
    );
  const { baseline, preflight } = preview;
  return (
    <section aria-label="Before anybody is disconnected" className="flex flex-col gap-2">
      <h3 className="font-semibold">Before anybody is disconnected</h3>
      <PreflightList preflight={preflight}>
        {baseline.some(({ name, isUp }) => name === "api" && !isUp) ? (
          <PreflightLine level="amber">
            The instance is not responding. The panel will wait until it does.
          </PreflightLine>
        ) : null}
        {ignoredParts(baseline).map(({ name }) => (
          <PreflightLine key={name} level="none">
            {partWords(name)} is already down, so this apply ignores it.
          </PreflightLine>
        ))}
      </PreflightList>
    </section>
  );
}
