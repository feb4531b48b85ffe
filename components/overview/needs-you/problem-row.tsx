"use client";

import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { closeConfigFile } from "@/components/file/queries/config";
import { useConfigStore } from "@/components/settings/store/config-form";
import { SettingLink } from "@/components/settings/rows/setting-link";
import { useFix } from "@/components/settings/rows/use-fix";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toaster";
import type { ConfigSnapshot, FileFix, Fix, Problem } from "@/lib/shared/contract/config-snapshot";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { AddressForm } from "../addresses/address-form";
import { addressRule, type ProblemGroup, sharedFix, titleOfOne, wordsOf } from "./problem-groups";
import { NeedsRow } from "./needs-row";

/** Maximum number of settings to list. The rest are collapsed. */
const mostNamed = 5;

export function ProblemRow({ group, document }: { group: ProblemGroup; document: ConfigSnapshot }) {
  const { problems, severity, rule } = group;
  const tone = severity === "error" ? "danger" : "warning";
  const { title, message, fixLabel } = wordsOf(group);
  if (rule === addressRule)
    return (
      <NeedsRow tone={tone} title={title} isOpen>
        <p>{message}</p>
        {/* On small screens, the address form also uses the space below the icon. */}
        <div className="mt-2 text-base text-foreground max-sm:-ml-7">
          <AddressForm document={document} paths={problems.flatMap(({ path }) => path ?? [])} />
        </div>
      </NeedsRow>
    );
  const [problem] = problems;
  if (problems.length === 1) {
    const label = labelOf(problem);
    // Without a setting to name, the first sentence of the message becomes the title.
    const [firstSentence, otherSentences] = problem.message.split(/\. (.+)/s);
    return (
      <NeedsRow
        tone={tone}
        title={
          label === undefined ? firstSentence : <ProblemName problem={problem} title={titleOfOne(problem)} />
        }
        actions={<FixButton fix={problem.fix} settingLabel={label} />}
      >
        {label === undefined ? otherSentences : problem.message} {placeOf(problem)}
      </NeedsRow>
    );
  }
  const fix = sharedFix(group);
  const names = problems.map((one, index) => (
    <span key={`${one.path}${one.line}`}>
      {index > 0 ? ", " : ""}
      <ProblemName problem={one} />
      {fix || one.fix === undefined ? null : (
        <>
          {" "}
          <FixButton fix={one.fix} settingLabel={labelOf(one)} />
        </>
      )}
    </span>
  ));
  const folded = names.length - mostNamed;
  return (
    <NeedsRow
      tone={tone}
      title={title}
      actions={fix ? <FixButton fix={{ ...fix, label: fixLabel ?? fix.label }} /> : null}
    >
      {message ? <>{message} </> : null}
      {folded > 1 ? names.slice(0, mostNamed) : names}
      {folded > 1 ? (
        <details className="mt-1">
          <summary className="cursor-pointer hover:text-foreground max-sm:min-h-11">{folded} more</summary>
          {names.slice(mostNamed)}
        </details>
      ) : null}
    </NeedsRow>
  );
}

function labelOf({ path }: Problem): string | undefined {
  return path === undefined ? undefined : settingOfAny(path)?.label;
}

/** Links to the setting with the problem. */
function ProblemName({ problem, title }: { problem: Problem; title?: string }) {
  const label = labelOf(problem);
  if (label === undefined || problem.path === undefined) return <>{problem.path ?? placeOf(problem)}</>;
  return (
    <SettingLink path={problem.path} className="text-accent-text underline-offset-4 hover:underline">
      {title ?? label}
    </SettingLink>
  );
}

function placeOf({ line, column }: Problem): string {
  if (line === undefined) return "";
  return `Line ${line}${column === undefined ? "" : `, column ${column}`}.`;
}

const ConfirmDialog = lazyComponent(() =>
  import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
);

interface FixButtonProps {
  /** The fix of the problem. If undefined, nothing is rendered. */
  fix: Fix | undefined;
  settingLabel?: string;
}

function FixButton({ fix, settingLabel }: FixButtonProps) {
  const paths = fix && "operations" in fix ? fix.operations.map(({ path }) => path) : [];
  const { apply, isBusy, disabled } = useFix(paths);
  if (fix === undefined) return null;
  if ("action" in fix) return <FileFixButton fix={fix} />;
  return (
    <Button
      size="sm"
      className="max-w-full shrink-0"
      disabled={disabled}
      busy={isBusy}
      aria-label={settingLabel === undefined ? undefined : `${fix.label}: ${settingLabel}`}
      onClick={() => void apply(fix)}
    >
      <span className="truncate">{fix.label}</span>
    </Button>
  );
}

/** Before that, warns about other programs that may need the current permissions. */
function FileFixButton({ fix }: { fix: FileFix }) {
  const { receive } = useConfigStore();
  const [isAsking, setAsking] = useState(false);
  const close = useMutation({
    mutationFn: closeConfigFile,
    onSuccess: (document) => {
      receive(document);
      toast.success("Other users of this machine can no longer access the file");
    },
  });
  return (
    <>
      <Button size="sm" className="max-w-full shrink-0" onClick={() => setAsking(true)}>
        {fix.label}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title="Remove the access of this machine's other users to the file?"
          description={fix.consequence}
          confirmLabel={fix.label}
          tone="neutral"
          busy={close.isPending}
          onConfirm={() => close.mutateAsync().catch(() => undefined)}
        >
          {close.error ? (
            <Callout tone="danger" role="alert" title="Nothing was changed">
              {close.error.message}
            </Callout>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
