"use client";

import { memo } from "react";
import type { Field } from "@/lib/shared/settings/field";
import type { Need } from "@/lib/shared/settings/relations";
import { useSetting } from "../store/use-setting";
import { RowFrame, rowIds } from "./row-frame";
import { type RenderControl, SettingControl } from "./setting-control";

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
