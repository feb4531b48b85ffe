"use client";

import type { ReactNode } from "react";
import { Button, buttonVariants } from "@/components/ui/button";
import type { Need } from "@/lib/shared/settings/relations";
import type { ShownWhen as Condition } from "@/lib/shared/settings/field";
import { useConfigStore } from "../store/config-form";
import { useEntry, useReadOnly, useRefusal } from "../store/use-setting";
import { SettingLink, useTarget } from "./setting-link";

interface NeedNoteProps {
  need: Need;
  /** A note for all settings of a card, or for the settings of one row. */
  place: "card" | "row";
}

export function NeedNote({ need, place }: NeedNoteProps) {
  const store = useConfigStore();
  const { disabled } = useReadOnly();
  const isRefused = useRefusal()(need.path) !== null;
  const { value } = useEntry(need.path);
  if (value !== false) return null;
  const small = { size: place === "card" ? "sm" : "xs" } as const;
  return (
    <div
      data-slot="need-note"
      className={
        place === "card"
          ? "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-muted px-4 py-3 text-sm sm:px-6"
          : "flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted-foreground"
      }
    >
      <p>
        {place === "card"
          ? `${need.off}, so the settings below have no effect.`
          : `${need.off}, so this has no effect.`}
      </p>
      {need.takesMore ? (
        <SettingLink path={need.path} className={buttonVariants(small)}>
          {need.remedy}
        </SettingLink>
      ) : (
        <Button
          {...small}
          disabled={disabled || isRefused}
          onClick={({ currentTarget }) => {
            focusBelow(currentTarget, place);
            store.applyOperations([{ op: "set", path: need.path, value: true }]);
          }}
        >
          {need.remedy}
        </Button>
      )}
    </div>
  );
}

function focusBelow(button: Element, place: NeedNoteProps["place"]): void {
  const around = button.closest(place === "card" ? "[data-slot=card]" : "[data-slot=setting]");
  const controls = [...(around?.querySelectorAll<HTMLElement>("[data-setting] [id^=control-]") ?? [])];
  const settingControl = around?.querySelector<HTMLElement>("input, select, textarea, [role=switch]");
  const below = controls.find(
    (control) =>
      control.matches("input, select, textarea, button") &&
      (button.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  (place === "card" ? below : settingControl)?.focus({ preventScroll: true });
}

interface ShownWhenProps {
  condition: Condition | undefined;
  /**
   * Paths of the settings in `children`. If a link leads to one of them, the children are shown even if the condition
   * is not met.
   */
  paths: readonly string[];
  children: ReactNode;
}

export function ShownWhen({ condition, paths, children }: ShownWhenProps) {
  if (condition === undefined) return children;
  return (
    <Conditional condition={condition} paths={paths}>
      {children}
    </Conditional>
  );
}

function Conditional({ condition, paths, children }: ShownWhenProps & { condition: Condition }) {
  const { value } = useEntry(condition.path);
  const target = useTarget();
  const isMet = condition.is.some((one) => one === value);
  const isTarget = target !== null && paths.includes(target.path);
  return isMet || isTarget ? children : null;
}
