"use client";

import type { FocusEvent, ReactNode } from "react";
import type { ControlProps } from "../kinds/control-props";
import { controlId, problemId, rowIds } from "./row-frame";
import type { Part } from "./setting-words";

export type RenderControl = (props: ControlProps) => ReactNode;

interface SettingControlProps extends Part {
  /** Path of the row's first setting, from which the ids of the row's texts are derived. */
  rowPath: string;
  labelId: string;
  renderControl: RenderControl;
}

/** Links the control to the row's help, state and problem texts. */
export function SettingControl({ field, setting, rowPath, labelId, renderControl }: SettingControlProps) {
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
