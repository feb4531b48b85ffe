"use client";

import { type FocusEvent, memo, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Label } from "@/components/ui/label";
import type { Field } from "@/lib/shared/settings/field";
import type { ControlProps } from "../kinds/control-props";
import { nameOf } from "../store/entry";
import { SettingBadges } from "./setting-badges";
import { SettingKey } from "./setting-key";
import { SettingNotes } from "./setting-notes";
import { SettingProblems } from "./setting-problems";
import { SettingState, stateOf } from "./setting-state";
import { useSetting } from "../store/use-setting";

/** Id of the element to focus when the operator is led to a setting. */
export function controlId(path: string): string {
  return `control-${nameOf(path)}`;
}

const bar = {
  none: "bg-transparent",
  modified: "bg-accent",
  changed: "bg-warning",
  problem: "bg-danger",
} as const;

export interface SettingRowProps {
  field: Field;
  /** Renders the control of the field's kind. */
  renderControl: (props: ControlProps) => ReactNode;
}

/**
 * A setting with everything around its control: label, help, key, default, state and problem, connected for screen
 * readers once for all kinds. Its `id` is the key path, so that `#limits.rate.ip.count` leads to it.
 */
export const SettingRow = memo(function SettingRow({ field, renderControl }: SettingRowProps) {
  const setting = useSetting(field);
  const id = controlId(field.path);
  const ids = { label: `${id}-label`, help: `${id}-help`, state: `${id}-state`, problem: `${id}-problem` };
  const state = stateOf(field, setting);

  // Blur means that the focus left the control as a whole, however many elements it has.
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setting.onBlur();
  };

  return (
    <div
      id={field.path}
      data-slot="setting"
      data-state={state}
      className={cn(
        "group/setting relative grid gap-x-8 gap-y-3 px-4 py-5 sm:px-6",
        "md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]",
      )}
    >
      <span aria-hidden="true" className={cn("absolute inset-y-0 left-0 w-0.75", bar[state])} />
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Label id={ids.label} htmlFor={id}>
            {field.label}
          </Label>
          <SettingBadges field={field} />
        </div>
        <p id={ids.help} className="text-sm text-pretty text-muted-foreground">
          {field.help}
        </p>
        {field.deprecated ? <p className="text-sm text-warning-text">{field.deprecated}</p> : null}
        <SettingNotes field={field} />
        <SettingKey path={field.path} />
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <div onBlur={onBlur} className="flex min-h-9 min-w-0 flex-col justify-center gap-2 max-sm:min-h-11">
          {renderControl({
            field,
            id,
            labelId: ids.label,
            describedBy: `${ids.problem} ${ids.help} ${ids.state}`,
            invalid: setting.error !== undefined,
            disabled: setting.disabled,
            value: setting.entry.value,
            onChange: setting.onChange,
            entry: setting.entry,
            onEntry: setting.onEntry,
          })}
        </div>
        <SettingProblems
          id={ids.problem}
          error={setting.error}
          problems={setting.problems}
          disabled={setting.disabled}
          onFix={setting.fix}
        />
        <SettingState id={ids.state} field={field} setting={setting} />
      </div>
    </div>
  );
});
