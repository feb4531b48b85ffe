"use client";

import { memo } from "react";
import type { FieldOf } from "@/lib/shared/settings/field";
import type { Need } from "@/lib/shared/settings/relations";
import { Label } from "@/components/ui/input";
import { useSetting } from "../store/use-setting";
import { controlId, RowFrame, rowIds } from "./row-frame";
import { type RenderControl, SettingControl } from "./setting-control";

export interface LimitRowProps {
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
