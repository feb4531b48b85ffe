"use client";

import type { FocusEvent } from "react";
import { FieldControl } from "../kinds";
import { nameOf } from "../store/entry";
import { useSetting } from "../store/use-setting";
import { cn } from "@/components/ui/cn";
import type { Field, KindName } from "@/lib/shared/settings/field";

const simpleKinds: readonly KindName[] = ["boolean", "number", "duration", "bytes", "text", "url", "email"];

/** Whether a setting's control is small enough for a list of results: a switch, a number, a short text. */
export function isSimple(field: Field): boolean {
  return simpleKinds.includes(field.kind) && !(field.kind === "text" && field.multiline);
}

interface QuickEditProps {
  field: Field;
  /** Distinguishes the control from the one in the setting's row, which can be on the same page. */
  place: string;
  className?: string;
}

/**
 * The control of a setting in a result, named after the setting. Changes here are unsaved, like in the setting's
 * row.
 */
export function QuickEdit({ field, place, className }: QuickEditProps) {
  const setting = useSetting(field);
  const id = `${place}-${nameOf(field.path)}`;
  const problemId = `${id}-problem`;
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setting.onBlur();
  };
  return (
    <div onBlur={onBlur} className={cn("flex min-w-0 flex-col gap-1", className)}>
      <label id={`${id}-label`} htmlFor={id} className="sr-only">
        {field.label}
      </label>
      <FieldControl
        field={field}
        id={id}
        labelId={`${id}-label`}
        describedBy={problemId}
        invalid={setting.error !== undefined}
        disabled={setting.disabled}
        value={setting.entry.value}
        onChange={setting.onChange}
        entry={setting.entry}
        onEntry={setting.onEntry}
      />
      <p id={problemId} aria-live="polite" className="text-xs text-danger-text empty:hidden">
        {setting.error}
      </p>
    </div>
  );
}
