"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { FormFailure } from "@/components/shell/form/form-parts";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Checkbox } from "@/components/ui/checkbox";
import { CodeBlock } from "@/components/ui/copy-button";
import { OpenDialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/loading";
import { Stepper } from "@/components/ui/stepper";
import { dateAndTime } from "@/components/ui/times";
import type { Backup, VerifiedBackup } from "@/lib/shared/contract/backups";
import { shellWord } from "@/lib/shared/shell-word";
import { backupsQuery, restoreBackup, verifyBackup } from "./queries";

const steps = [
  { id: "verify", title: "Verify" },
  { id: "choose", title: "Choose" },
  { id: "confirm", title: "Confirm" },
];

export function RestoreDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const client = useQueryClient();
  const [step, setStep] = useState(0);
  const [withConfig, setWithConfig] = useState(true);
  const { data, error } = useVerification(backup);
  const restore = useMutation({
    mutationFn: () => restoreBackup(backup.id, { withConfig: withConfig && data?.config === "differs" }),
    onSuccess(view) {
      client.setQueryData(backupsQuery().queryKey, view);
      onClose();
    },
  });
  const isOffered = data?.refusal === null;
  return (
    <OpenDialog
      width="wide"
      title={`Restore the backup of ${dateAndTime(backup.at)}`}
      description={<span className="wrap-anywhere">{backup.folder}</span>}
      className="gap-4"
      footer={
        <>
          <Button className="sm:mr-auto" onClick={onClose}>
            Cancel
          </Button>
          {step > 0 ? <Button onClick={() => setStep(step - 1)}>Back</Button> : null}
          {!isOffered ? null : step < 2 ? (
            <Button variant="primary" onClick={() => setStep(step + 1)}>
              Continue
            </Button>
          ) : (
            <Button variant="danger" busy={restore.isPending} onClick={() => restore.mutate()}>
              Restore at the next start
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      {isOffered ? <Stepper steps={steps} current={step} /> : null}
      {step === 0 ? <Verification data={data} error={error} /> : null}
      {data && step === 0 ? <ByCommand refusal={data.refusal} folder={backup.folder} /> : null}
      {data && step === 1 ? (
        <Choose data={data} withConfig={withConfig} onWithConfig={setWithConfig} />
      ) : null}
      {data && step === 2 ? (
        <Confirm data={data} withConfig={withConfig} failure={restore.error?.message} />
      ) : null}
    </OpenDialog>
  );
}

export function VerifyDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { data, error } = useVerification(backup);
  return (
    <OpenDialog
      title={`Verify the backup of ${dateAndTime(backup.at)}`}
      description={<span className="wrap-anywhere">{backup.folder}</span>}
      footer={<Button onClick={onClose}>Close</Button>}
      onClose={onClose}
    >
      <Verification data={data} error={error} />
    </OpenDialog>
  );
}

const useVerification = ({ id }: Backup) =>
  useQuery({
    queryKey: ["backup", id, "verified"],
    queryFn: () => verifyBackup(id),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

function Verification({ data, error }: { data: VerifiedBackup | undefined; error: Error | null }) {
  if (error)
    return (
      <Callout tone="danger" role="alert" title="This backup cannot be restored">
        {error.message}
      </Callout>
    );
  if (!data) return <Skeleton className="h-16" />;
  return (
    <Callout tone="success" role="status" title="Verified just now">
      Every file is unchanged, and the database is intact: {data.contents}.
    </Callout>
  );
}

function ByCommand({ refusal, folder }: { refusal: string | null; folder: string }) {
  if (refusal !== null)
    return (
      <>
        <p>{refusal}</p>
        <Command folder={folder} />
      </>
    );
  return (
    <details>
      <summary className="cursor-pointer text-accent-text">Restore with a command instead</summary>
      <p className="my-2">
        Stop the panel, then run this command with the panel&apos;s environment. In a clone, it begins with
        npm run restore --.
      </p>
      <Command folder={folder} />
    </details>
  );
}

const Command = ({ folder }: { folder: string }) => (
  <CodeBlock label="command" code={`instance-admin restore \\\n  ${shellWord(folder)}`} />
);

interface ChooseProps {
  data: VerifiedBackup;
  withConfig: boolean;
  onWithConfig: (withConfig: boolean) => void;
}

function Choose({ data: { since, config }, withConfig, onWithConfig }: ChooseProps) {
  return (
    <div className="divide-y">
      <Part title="The panel's database and secrets" isChecked>
        Operators, history, audit log, applies, plots, bots and guilds of a standalone panel. Lost:{" "}
        {lostWords(since)}. Everybody is signed out. Passwords, roles and API tokens are those of the backup.
      </Part>
      <Part
        title="Configuration file"
        isChecked={config === "differs" && withConfig}
        onChange={config === "differs" ? onWithConfig : undefined}
      >
        {config === "differs"
          ? "It differs from the present file. A connected instance uses it after you apply it."
          : config === "same"
            ? "The same as the present file, so nothing would change."
            : "The backup contains none. The present file stays."}
      </Part>
    </div>
  );
}

interface PartProps {
  title: string;
  isChecked: boolean;
  /** Undefined if there is no choice. */
  onChange?: ((isChecked: boolean) => void) | undefined;
  children: ReactNode;
}

function Part({ title, isChecked, onChange, children }: PartProps) {
  const id = useId();
  return (
    <div className="flex gap-3 py-3">
      <Checkbox
        checked={isChecked}
        disabled={onChange === undefined}
        onCheckedChange={(checked) => onChange?.(checked === true)}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className="mt-0.5"
      />
      <div className="min-w-0">
        <p id={`${id}-title`} className="font-medium">
          {title}
        </p>
        <p id={`${id}-text`} className="text-sm text-muted-foreground">
          {children}
        </p>
      </div>
    </div>
  );
}

function Confirm({
  data: { since, config },
  withConfig,
  failure,
}: {
  data: VerifiedBackup;
  withConfig: boolean;
  failure: string | undefined;
}) {
  return (
    <>
      <FormFailure message={failure} />
      <p>
        The panel backs up the present state, then waits for its next start. Restart it to make the restore.
        Until then, nothing changes, and you can cancel.
      </p>
      <p>
        The restore replaces the database
        {config === "differs" && withConfig ? " and the configuration file" : ""}, and loses{" "}
        {lostWords(since)}. The replaced files stay next to the restored ones.
      </p>
    </>
  );
}

function lostWords({ versions, entries }: VerifiedBackup["since"]): string {
  const count = (number: number, one: string, many: string) =>
    `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
  return `${count(versions, "later version", "later versions")} and ${count(entries, "later audit entry", "later audit entries")}`;
}
