import { useEffect, useRef } from "react";
import { useChangedPaths } from "../store/config-form";
import { countOf } from "../store/words";
import { useReadOnly, useRefusal } from "../store/use-setting";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/text";
import type { Field } from "@/lib/shared/settings/field";
import { isSimple, QuickEdit } from "./quick-edit";

interface PaletteFootProps {
  field: Field | undefined;
  /** The control gets the focus each time this number grows. */
  focusSerial: number;
  /** The palette then continues to show this setting. */
  onEnter: () => void;
  onReview: () => void;
}

export function PaletteFoot({ field, focusSerial, onEnter, onReview }: PaletteFootProps) {
  const { disabled } = useReadOnly();
  const refusalOf = useRefusal();
  const refusal = field === undefined ? null : refusalOf(field.path);
  const changes = useChangedPaths().length;
  const control = useRef<HTMLDivElement>(null);
  const canEdit = field !== undefined && isSimple(field) && !disabled && refusal === null;
  useEffect(() => {
    if (focusSerial > 0) control.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [focusSerial]);

  return (
    <div className="flex shrink-0 flex-col border-t">
      {canEdit ? (
        <div
          ref={control}
          onFocus={onEnter}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5"
        >
          <span aria-hidden="true" className="min-w-32 flex-1 truncate font-medium">
            {field.label}
          </span>
          <QuickEdit
            key={field.path}
            field={field}
            place="palette"
            className={cn(field.kind !== "boolean" && "w-full sm:w-64")}
          />
        </div>
      ) : null}
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t bg-muted/40 px-4 py-1.5 text-xs text-muted-foreground first:border-t-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="max-sm:hidden">
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> choose
          </span>
          <span className="max-sm:hidden">
            <Kbd>Enter</Kbd> open
          </span>
          {canEdit ? (
            <span className="max-sm:hidden">
              <Kbd>Tab</Kbd> edit here
            </span>
          ) : (
            refusal
          )}
        </p>
        {changes > 0 ? (
          <Button size="sm" onClick={onReview}>
            Show {countOf(changes, "unsaved change")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
