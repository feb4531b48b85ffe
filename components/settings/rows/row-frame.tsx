"use client";

import { Fragment, type ReactNode, useState } from "react";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Label } from "@/components/ui/input";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { Field } from "@/lib/shared/settings/field";
import type { Need } from "@/lib/shared/settings/relations";
import { notesOf } from "@/lib/shared/settings/wording";
import { Button } from "@/components/ui/button";
import type { Problem } from "@/lib/shared/contract/config-snapshot";
import { nameOf } from "../store/entry";
import type { Setting } from "../store/use-setting";
import { NeedNote } from "./conditions";
import { RunsWith } from "./runs-with";
import { RowTools } from "./row-tools";
import { SettingBadges } from "./setting-badges";
import {
  changeOf,
  modifiedText,
  namesOf,
  overtakenText,
  type Part,
  saysChange,
  stateOf,
  unsavedText,
} from "./setting-words";

// Few rows need these parts.
const RepairButton = lazyComponent(() => import("./repair-button").then((part) => part.RepairButton));
const Overtaken = lazyComponent(() => import("./overtaken").then((part) => part.Overtaken));

export function controlId(path: string): string {
  return `control-${nameOf(path)}`;
}

export function rowIds(path: string) {
  const id = controlId(path);
  return { label: `${id}-label`, help: `${id}-help`, state: `${id}-state`, facts: `${id}-facts` };
}

export const problemId = (path: string): string => `${controlId(path)}-problem`;

interface RowFrameProps {
  /** The first path is the row's `id`, so that `#limits.rate.ip.count` links to the row. */
  parts: readonly [Part, ...Part[]];
  /** The switch that must be on for the row to have an effect. Absent if a note on the card names the switch. */
  need: Need | undefined;
  children: ReactNode;
}

/**
 * A control with its label, help, state and problems. Screen readers read these texts with every kind of control. The
 * control is the row's first Tab stop.
 */
export function RowFrame({ parts, need, children }: RowFrameProps) {
  const [{ field, setting }] = parts;
  const ids = rowIds(field.path);
  const [isNear, setNear] = useState(false);
  const comeNear = () => setNear(true);
  return (
    <div
      id={field.path}
      data-slot="setting"
      data-setting=""
      data-state={stateOf(parts)}
      className={cn(
        "setting-row",
        isWide(field) || "md:grid-cols-[minmax(0,1fr)_22rem] print:grid-cols-[minmax(0,1fr)_22rem]",
      )}
      onPointerEnter={comeNear}
      onFocus={comeNear}
    >
      <div className="flex min-w-0 flex-col max-sm:pr-8 pointer-coarse:pr-8">
        <div className="flex flex-wrap items-center gap-x-2">
          <Label id={ids.label} htmlFor={controlId(field.path)}>
            {field.label}
          </Label>
          <SettingBadges field={field} />
        </div>
        <p id={ids.help} className="text-sm text-pretty text-muted-foreground">
          {field.help}
        </p>
        {field.deprecated ? <p className="text-sm text-warning-text">{field.deprecated}</p> : null}
        <SettingNotes field={field} />
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <div className="flex min-h-9 min-w-0 flex-col justify-center gap-2 max-sm:min-h-11">{children}</div>
        {parts.map((part) => (
          <SettingProblems key={part.field.path} part={part} />
        ))}
        {need !== undefined && setting.problems.length === 0 && setting.entry.value !== false ? (
          <NeedNote need={need} place="row" />
        ) : null}
        <RunsWith fields={parts.map((part) => part.field)} />
        {setting.refusal !== null && field.ownersOnly ? (
          <p className="text-sm text-muted-foreground">{setting.refusal}</p>
        ) : null}
        <RowStateLine id={ids.state} parts={parts} />
      </div>
      <RowTools factsId={ids.facts} parts={parts} isNear={isNear} />
    </div>
  );
}

function isWide(field: Field): boolean {
  if (field.kind === "text") return field.multiline === true;
  return field.kind === "region-list" || field.kind === "feature-list" || field.kind === "string-list";
}

function SettingNotes({ field }: { field: Field }) {
  return notesOf(field).map((note) => (
    <p key={note} className="text-sm text-pretty text-muted-foreground">
      {note}
    </p>
  ));
}

function placeOf({ line, column }: Problem): string {
  return line === undefined ? "" : ` (line ${line}${column === undefined ? "" : `, column ${column}`})`;
}

/**
 * Lists problems of the value in the control, problems of the value in the file, and contradictions between
 * settings. The element exists even if it is empty, because screen readers announce only changes to existing
 * elements.
 */
function SettingProblems({ part: { field, setting } }: { part: Part }) {
  const { error, problems } = setting;
  return (
    <div id={problemId(field.path)} aria-live="polite" className="flex flex-col gap-1 text-sm empty:hidden">
      {error === undefined ? null : <Line tone="error" text={error} />}
      {problems.map((problem) => (
        <Fragment key={problem.message}>
          <Line
            tone={problem.severity}
            // A rule checks the values in the form. All other problems concern the value in the file.
            text={
              problem.rule === undefined
                ? `In the file${placeOf(problem)}: ${problem.message}`
                : problem.message
            }
          />
          <FixButton fix={problem.fix} setting={setting} />
        </Fragment>
      ))}
    </div>
  );
}

/** Nothing is saved, except for a repair, which the form cannot show. */
function FixButton({ fix, setting }: { fix: Problem["fix"]; setting: Setting }) {
  if (fix === undefined || "action" in fix) return null;
  if ("repair" in fix) return <RepairButton fix={fix} />;
  return (
    <Button size="sm" className="self-start" disabled={setting.disabled} onClick={() => setting.fix(fix)}>
      {fix.label}
    </Button>
  );
}

function Line({ tone, text }: { tone: "error" | "warning"; text: string }) {
  const Icon = tone === "error" ? CircleAlert : TriangleAlert;
  return (
    <p className={tone === "error" ? "flex gap-1.5 text-danger-text" : "flex gap-1.5 text-warning-text"}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{text}</span>
    </p>
  );
}

function RowStateLine({ id, parts }: { id: string; parts: readonly Part[] }) {
  if (!saysChange(parts)) return null;
  const isUnsaved = changeOf(parts) === "unsaved";
  const editable = parts.filter(({ setting }) => !setting.disabled);
  const overtaken = overtakenText(parts);
  const affected = editable.filter(({ setting }) => (isUnsaved ? setting.isChanged : setting.canReset));
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-xs text-muted-foreground">
      {overtaken === undefined || parts[0] === undefined ? null : (
        <Overtaken path={parts[0].field.path} change={overtaken} />
      )}
      <p id={id} className={cn("min-w-0 wrap-anywhere", isUnsaved && "text-warning-text")}>
        {isUnsaved ? unsavedText(parts) : modifiedText(parts)}
      </p>
      {affected.length > 0 ? (
        <button
          type="button"
          aria-label={`${isUnsaved ? "Undo edit of" : "Use default for"} ${namesOf(affected)}`}
          className="rounded-sm font-medium text-accent-text hover:underline max-sm:min-h-11 sm:-mt-2 sm:pt-2"
          onClick={() => affected.forEach(({ setting }) => (isUnsaved ? setting.revert() : setting.reset()))}
        >
          {isUnsaved ? "Undo edit" : "Use default"}
        </button>
      ) : null}
    </div>
  );
}
