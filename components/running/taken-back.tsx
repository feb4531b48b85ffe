"use client";

import { useEffect, useEffectEvent } from "react";
import { useRouter } from "next/navigation";
import { ChangeDiff } from "@/components/settings/review/change-diff";
import { SettingLink } from "@/components/settings/rows/setting-link";
import { useLoadConfig, useOpenFile } from "@/components/settings/store/config-file";
import { countOf } from "@/components/settings/store/operations";
import { useChangedPaths } from "@/components/settings/store/config-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { SettingChange } from "@/lib/shared/contract/history";
import type { ApplyView } from "@/lib/shared/contract/running";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { isFresh, noteKept } from "./kept-drafts";

interface TakenBackProps {
  apply: ApplyView;
  /** Who looks: whoever asked for the application finds the settings in the form by themselves. */
  operator: string;
}

/** The settings that a roll-back took out of the file, kept as unsaved changes to be corrected. */
export function TakenBack({ apply, operator }: TakenBackProps) {
  const { id, takenBack, actor } = apply;
  const file = useOpenFile();
  const load = useLoadConfig();
  const router = useRouter();
  const changed = useChangedPaths();
  const operations = operationsOf(takenBack);
  const missing = operations.filter(({ path }) => !changed.includes(path));

  const keep = async (): Promise<boolean> => {
    try {
      await load();
      file.form()?.applyOperations(operations);
      noteKept(id);
      return true;
    } catch {
      toast.error("The settings could not be loaded", { description: "Try again once the panel answers." });
      return false;
    }
  };
  const keepOnce = useEffectEvent(() => {
    if (actor === operator && isFresh(apply)) void keep();
  });
  useEffect(() => keepOnce(), [id]);

  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{countOf(takenBack.length, "setting")} rolled back</h3>
      <ul aria-label="Settings rolled back" className="divide-y">
        {takenBack.map((change) => (
          <li key={change.path} className="flex flex-col gap-1 py-2">
            <Name change={change} />
            <Values change={change} />
          </li>
        ))}
      </ul>
      {operations.length === 0 ? null : missing.length === 0 ? (
        <div className="flex flex-wrap items-center gap-3">
          <p>They are unsaved changes now.</p>
          <Button onClick={() => router.push("/settings?filter=unsaved")}>Correct them</Button>
        </div>
      ) : (
        <Button className="self-start" onClick={() => void keep()}>
          Bring back as unsaved changes
        </Button>
      )}
    </div>
  );
}

function Name({ change: { path, known } }: { change: SettingChange }) {
  if (!known) return <span className="font-medium wrap-anywhere">{path}</span>;
  return (
    <SettingLink
      path={path}
      className="rounded-sm font-medium wrap-anywhere hover:text-accent-text hover:underline"
    >
      {settingOfAny(path)?.label ?? path}
    </SettingLink>
  );
}

function Values({ change: { path, secret, before, after } }: { change: SettingChange }) {
  const field = settingOfAny(path);
  if (secret !== undefined)
    return <p className="text-sm text-muted-foreground">A secret: enter it again where it is to change.</p>;
  if (!field)
    return <p className="text-sm text-muted-foreground">An unrecognized key: the history has what it was.</p>;
  const entry = (value: unknown) =>
    value === null ? { set: false, value: field.default } : { set: true, value };
  return <ChangeDiff field={field} from={entry(after)} to={entry(before)} />;
}

/** What brings the settings back into the form; secrets are not known here. */
function operationsOf(changes: readonly SettingChange[]): Operation[] {
  return changes
    .filter(({ known, secret }) => known && secret === undefined)
    .map(({ path, after }) => (after === null ? { op: "unset", path } : { op: "set", path, value: after }));
}
