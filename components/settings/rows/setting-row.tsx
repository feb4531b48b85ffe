"use client";

import { type FocusEvent, memo, type ReactNode } from "react";
import type { Field, FieldOf } from "@/lib/shared/settings/field";
import type { Need } from "@/lib/shared/settings/relations";
import { Label } from "@/components/ui/input";
import { useSetting } from "../store/use-setting";
import { controlId, problemId, RowFrame, rowIds } from "./row-frame";
import type { ControlProps } from "../kinds/control";
import type { Part } from "./setting-words";

export interface SettingRowProps {
  field: Field;
  need?: Need;
  renderControl: RenderControl;
}

export const SettingRow = memo(function SettingRow({ field, need, renderControl }: SettingRowProps) {
  const part = { field, setting: useSetting(field) };
  return (
    <RowFrame parts={[part]} need={need}>
      <SettingControl
        {...part}
        rowPath={field.path}
        labelId={rowIds(field.path).label}
        renderControl={renderControl}
      />
    </RowFrame>
  );
});

interface LimitRowProps {
  count: FieldOf<"number">;
  window: FieldOf<"duration">;
  need?: Need;
  renderControl: RenderControl;
}

/** Shows two settings, a number and its time window, as one control: "20 messages per 10 seconds". */
export const LimitRow = memo(function LimitRow({ count, window, need, renderControl }: LimitRowProps) {
  const parts = [
    { field: count, setting: useSetting(count) },
    { field: window, setting: useSetting(window) },
  ] as const;
  const shared = { rowPath: count.path, renderControl };
  const ids = rowIds(count.path);
  const windowLabel = `${controlId(window.path)}-label`;
  return (
    <RowFrame parts={parts} need={need}>
      <div role="group" aria-labelledby={ids.label} className="flex flex-wrap items-center gap-2">
        <div className="min-w-28 flex-4">
          <SettingControl {...parts[0]} {...shared} labelId={ids.label} />
        </div>
        <span aria-hidden="true" className="text-muted-foreground">
          per
        </span>
        <div id={window.path} data-setting="" className="min-w-36 flex-5">
          <Label id={windowLabel} htmlFor={controlId(window.path)} className="sr-only">
            {window.label}
          </Label>
          <SettingControl {...parts[1]} {...shared} labelId={windowLabel} />
        </div>
      </div>
    </RowFrame>
  );
});

type RenderControl = (props: ControlProps) => ReactNode;

interface SettingControlProps extends Part {
  /** Path of the row's first setting, from which the ids of the row's texts are derived. */
  rowPath: string;
  labelId: string;
  renderControl: RenderControl;
}

/** Links the control to the row's help, state and problem texts. */
function SettingControl({ field, setting, rowPath, labelId, renderControl }: SettingControlProps) {
  const ids = rowIds(rowPath);
  // A control may have several elements. It is blurred only when the focus leaves all of its elements.
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setting.onBlur();
  };
  return (
    <div onBlur={onBlur} className="flex min-w-0 flex-col gap-2">
      {renderControl({
        field,
        id: controlId(field.path),
        labelId,
        describedBy: `${problemId(field.path)} ${ids.help} ${ids.state} ${ids.facts}`,
        invalid: setting.error !== undefined,
        disabled: setting.disabled,
        value: setting.entry.value,
        onChange: setting.onChange,
        entry: setting.entry,
        onEntry: setting.onEntry,
      })}
    </div>
  );
}
