import { RotateCcw, Undo2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Field } from "@/lib/config/field";
import { isModified } from "@/lib/config/modified";
import { describeDefault, describeValue } from "./describe";
import { type Entry, isSecretEntry } from "./entry";
import type { Setting } from "./use-setting";

export type SettingStateName = "none" | "modified" | "changed" | "problem";

function differsFromDefault(field: Field, entry: Entry): boolean {
  return isSecretEntry(entry) ? entry.set : entry.set && isModified(field, entry.value);
}

export function stateOf(field: Field, setting: Setting): SettingStateName {
  if (setting.error !== undefined || setting.problems.some((one) => one.severity === "error"))
    return "problem";
  if (setting.isChanged) return "changed";
  return differsFromDefault(field, setting.base) ? "modified" : "none";
}

function inFile(field: Field, { base }: Setting): string {
  if (isSecretEntry(base)) return base.set ? "set" : "not set";
  return base.set ? describeValue(field, base.value) : "not set";
}

function stateText(field: Field, setting: Setting): string {
  if (setting.isChanged) return `Changed, not saved. In the file: ${inFile(field, setting)}`;
  if (!setting.base.set) return "Not set in the file";
  return differsFromDefault(field, setting.base) ? "Set in the file" : "Set in the file to the default";
}

/** Default, where the value comes from, and the two ways back. */
export function SettingState({ id, field, setting }: { id: string; field: Field; setting: Setting }) {
  return (
    <div className="flex min-h-6 items-start justify-between gap-x-3 text-xs text-muted-foreground max-sm:items-center">
      <p id={id} className="min-w-0 py-1 wrap-anywhere">
        Default: {describeDefault(field)}
        <span aria-hidden="true"> · </span>
        <span className={setting.isChanged ? "text-warning-text" : undefined}>
          {stateText(field, setting)}
        </span>
      </p>
      <div className="flex shrink-0 items-center gap-1">
        {setting.isChanged && !setting.disabled ? (
          <Button
            variant="quiet"
            size="xs"
            onClick={setting.revert}
            aria-label={`Revert ${field.path} to what is in the file`}
          >
            <Undo2 aria-hidden="true" />
            Revert
          </Button>
        ) : null}
        {setting.canReset && !setting.disabled && field.kind !== "secret" ? (
          <Button
            variant="quiet"
            size="xs"
            onClick={setting.reset}
            aria-label={`Reset ${field.path} to its default`}
          >
            <RotateCcw aria-hidden="true" />
            Reset
          </Button>
        ) : null}
      </div>
    </div>
  );
}
