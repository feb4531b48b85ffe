"use client";

import { cn } from "@/components/ui/cn";
import type { Field, KindName } from "@/lib/shared/settings/field";
import { SettingControl } from "../kinds";
import { nameOf } from "../store/entry";
import { useSetting } from "../store/use-setting";

const simpleKinds: readonly KindName[] = ["boolean", "number", "duration", "bytes", "text", "url", "email"];

export function isSimple(field: Field): boolean {
  return simpleKinds.includes(field.kind) && !(field.kind === "text" && field.multiline);
}

interface QuickEditProps {
  field: Field;
  /**
   * Prefix of the control's id. Keeps the id unique if the page also contains the setting's row, which has
   * another control.
   */
  place: string;
  className?: string;
}

/** Its changes are unsaved changes, as in the row. */
export function QuickEdit({ field, place, className }: QuickEditProps) {
  const setting = useSetting(field);
  const id = `${place}-${nameOf(field.path)}`;
  const problemId = `${id}-problem`;
  return (
    <div className={cn("flex min-w-0 flex-col gap-1", className)}>
      <label id={`${id}-label`} htmlFor={id} className="sr-only">
        {field.label}
      </label>
      <SettingControl
        field={field}
        setting={setting}
        id={id}
        labelId={`${id}-label`}
        describedBy={problemId}
        className="min-w-0"
      />
      <p id={problemId} aria-live="polite" className="text-xs text-danger-text empty:hidden">
        {setting.error}
      </p>
      {setting.refusal === null ? null : <p className="text-xs text-muted-foreground">{setting.refusal}</p>}
    </div>
  );
}
