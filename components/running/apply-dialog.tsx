"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { applyFile, applyPreviewQuery, runningQuery } from "@/components/settings/queries/running";
import { useConfigStore, useFileSummary } from "@/components/settings/store/config-form";
import { countOf } from "@/components/settings/store/words";
import { choiceField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { RequestError } from "@/components/shell/queries/call";
import { RadioChoice, RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toaster";
import type { OfferedWay, ReloadWay, RunningReport } from "@/lib/shared/contract/running";
import { ApplyOutlook } from "./apply-outlook";
import { applyWords, consequenceOf, rollbackWords } from "./running-words";

interface ApplyDialogProps {
  report: RunningReport;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: ReactNode;
}

export function ApplyDialog({ report, open, onOpenChange, trigger }: ApplyDialogProps) {
  const client = useQueryClient();
  const store = useConfigStore();
  const current = useFileSummary().etag;
  // While the dialog is open, it does not follow the file: the panel refuses to apply a version that nobody reviewed.
  const [etag, setEtag] = useState(current);
  if (!open && etag !== current) setEtag(current);
  const [chosen, setChosen] = useState<ReloadWay | null>(null);
  const way = report.ways.find((one) => one.way === (chosen ?? report.reload));
  const { data: preview, error } = useQuery({ ...applyPreviewQuery(etag), enabled: open });
  /** After the file has changed, the dialog could only fail again, so it closes. The next one has the new version. */
  const refused = async (failure: unknown): Promise<null> => {
    if (!(failure instanceof RequestError) || failure.status !== 412) throw failure;
    await store.refetch().catch(() => undefined);
    toast.error("Nothing was applied", { description: failure.message });
    return null;
  };
  const isRed = preview?.preflight.level === "red";
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={trigger}
      title={`${applyWords(report)}?`}
      description={consequenceOf(way)}
      action={isRed ? `${applyWords(report)} anyway` : applyWords(report)}
      tone={isRed ? "danger" : "primary"}
      fields={{ checkIn: checkInField }}
      request={({ checkIn }) =>
        applyFile({
          etag,
          ...(chosen && { way: chosen }),
          ...(checkIn && { checkIn: Number(checkIn) }),
        }).catch(refused)
      }
      onDone={(apply) => {
        if (apply === null) return;
        client.setQueryData(runningQuery().queryKey, (known) => known && { ...known, apply });
      }}
    >
      {report.ways.length > 1 ? <ChooseWay ways={report.ways} value={way?.way} onChange={setChosen} /> : null}
      <section aria-label="Before anybody is disconnected" className="flex flex-col gap-2">
        <h3 className="font-semibold">Before anybody is disconnected</h3>
        <ApplyOutlook preview={preview} failure={error?.message} />
      </section>
      <p>{rollbackWords(report)}</p>
    </FormDialog>
  );
}

export const checkInField = choiceField(
  {
    label: "Check-in",
    help: "For changes that no check covers, such as registration: the panel rolls back unless somebody confirms.",
  },
  [
    ["", "None"],
    ...[5, 15, 30, 60].map((minutes) => [String(minutes), `Confirm within ${minutes} minutes`] as const),
  ],
);

interface ChooseWayProps {
  ways: readonly OfferedWay[];
  value: ReloadWay | undefined;
  onChange: (way: ReloadWay) => void;
}

/** Initially, the least disruptive way that is sufficient is selected. */
function ChooseWay({ ways, value, onChange }: ChooseWayProps) {
  return (
    <RadioGroup
      aria-label="How to apply"
      value={value ?? ""}
      onValueChange={(next) => {
        const chosenWay = ways.find(({ way }) => way === next);
        if (chosenWay) onChange(chosenWay.way);
      }}
    >
      {ways.map(({ way, isRestart, leaves, problem }) => (
        <RadioChoice key={way} value={way} title={isRestart ? "Restart the instance" : "Reload the file"}>
          {problem ??
            (leaves.length === 0
              ? isRestart
                ? "Everything takes effect."
                : "Nobody is disconnected, and everything takes effect."
              : `Nobody is disconnected. ${countOf(leaves.length, "setting takes", "settings take")} effect only after a restart.`)}
        </RadioChoice>
      ))}
    </RadioGroup>
  );
}
