"use client";

import { memo } from "react";
import { Label } from "@/components/ui/input";
import type { Field, FieldOf } from "@/lib/shared/settings/field";
import type { Need } from "@/lib/shared/settings/relations";
import { SettingControl } from "../kinds";
import { useSetting } from "../store/use-setting";
import { controlId, problemId, RowFrame, rowIds } from "./row-frame";
import type { Part } from "./setting-words";

/** Memoized, like `LimitRow`, because a change to one setting should rerender only its row. */
export const SettingRow = memo(function SettingRow({ field, need }: { field: Field; need?: Need }) {
  const part = { field, setting: useSetting(field) };
  return (
    <RowFrame parts={[part]} need={need}>
      <RowControl part={part} rowPath={field.path} labelId={rowIds(field.path).label} />
    </RowFrame>
  );
});

interface LimitRowProps {
  count: FieldOf<"number">;
  window: FieldOf<"duration">;
  need?: Need;
}

export const LimitRow = memo(function LimitRow({ count, window, need }: LimitRowProps) {
  const parts = [
    { field: count, setting: useSetting(count) },
    { field: window, setting: useSetting(window) },
  ] as const;
  const { label } = rowIds(count.path);
  const windowLabel = `${controlId(window.path)}-label`;
  return (
    <RowFrame parts={parts} need={need}>
      <div role="group" aria-labelledby={label} className="flex flex-wrap items-center gap-2">
        <div className="min-w-28 flex-4">
          <RowControl part={parts[0]} rowPath={count.path} labelId={label} />
        </div>
        <span aria-hidden="true" className="text-muted-foreground">
          per
        </span>
        <div id={window.path} data-setting="" className="min-w-36 flex-5">
          <Label id={windowLabel} htmlFor={controlId(window.path)} className="sr-only">
            {window.label}
          </Label>
          <RowControl part={parts[1]} rowPath={count.path} labelId={windowLabel} />
        </div>
      </div>
    </RowFrame>
  );
});

interface RowControlProps {
  part: Part;
  rowPath: string;
  labelId: string;
}

function RowControl({ part: { field, setting }, rowPath, labelId }: RowControlProps) {
  const ids = rowIds(rowPath);
  return (
    <SettingControl
      field={field}
      setting={setting}
      id={controlId(field.path)}
      labelId={labelId}
      describedBy={`${problemId(field.path)} ${ids.help} ${ids.state} ${ids.facts}`}
      className="flex min-w-0 flex-col gap-2"
    />
  );
}
