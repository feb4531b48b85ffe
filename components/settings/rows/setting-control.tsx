"use client";

import type { FocusEvent, ReactNode } from "react";
import type { ControlProps } from "../kinds/control-props";
import { controlId, problemId, rowIds } from "./row-frame";
import type { Part } from "./setting-words";

/** Renders the control of a field's kind. */
export type RenderControl = (props: ControlProps) => ReactNode;

interface SettingControlProps extends Part {
  /** The setting that names the row. */
  rowPath: string;
  labelId: string;
  renderControl: RenderControl;
}

/** A setting's control, connected with its row's texts. */
export function SettingControl({ field, setting, rowPath, labelId, renderControl }: SettingControlProps) {
  const ids = rowIds(rowPath);
  // Blur means that the focus left the whole control, which may have several elements.
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
