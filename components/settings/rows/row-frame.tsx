"use client";

import { type ReactNode, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Label } from "@/components/ui/input";
import type { Field } from "@/lib/shared/settings/field";
import { nameOf } from "../store/entry";
import { NeedNote } from "./need-note";
import { RowStateLine } from "./row-state";
import { RunsWith } from "./runs-with";
import { RowTools } from "./row-tools";
import { SettingBadges } from "./setting-badges";
import { SettingProblems } from "./setting-problems";
import { type Part, stateOf } from "./setting-words";
import type { Need } from "@/lib/shared/settings/relations";
import { notesOf } from "@/lib/shared/settings/wording";

/** Id of the control that gets the focus when a link leads to the setting. */
export function controlId(path: string): string {
  return `control-${nameOf(path)}`;
}

/** Ids of a row's label, help, state and facts. */
export function rowIds(path: string) {
  const id = controlId(path);
  return { label: `${id}-label`, help: `${id}-help`, state: `${id}-state`, facts: `${id}-facts` };
}

/** Id of the element with a setting's problems. */
export const problemId = (path: string): string => `${controlId(path)}-problem`;

interface RowFrameProps {
  /**
   * The settings that the row shows. The first path is the row's `id`, so that `#limits.rate.ip.count` links to the
   * row.
   */
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
      className={cn("setting-row", isWide(field) || "md:grid-cols-[minmax(0,1fr)_22rem]")}
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
          <SettingProblems
            key={part.field.path}
            id={problemId(part.field.path)}
            error={part.setting.error}
            problems={part.setting.problems}
            disabled={part.setting.disabled}
            onFix={part.setting.fix}
          />
        ))}
        {need !== undefined && setting.problems.length === 0 && setting.entry.value !== false ? (
          <NeedNote need={need} place="row" />
        ) : null}
        <RunsWith fields={parts.map((part) => part.field)} />
        <RowStateLine id={ids.state} parts={parts} />
      </div>
      <RowTools factsId={ids.facts} parts={parts} isNear={isNear} />
    </div>
  );
}

/** Whether the control is below the label and as wide as the card. */
function isWide(field: Field): boolean {
  if (field.kind === "text") return field.multiline === true;
  return field.kind === "region-list" || field.kind === "feature-list" || field.kind === "string-list";
}

/** Notes about the setting's replacement, and about an environment variable that can override the setting. */
function SettingNotes({ field }: { field: Field }) {
  return notesOf(field).map((note) => (
    <p key={note} className="text-sm text-pretty text-muted-foreground">
      {note}
    </p>
  ));
}
