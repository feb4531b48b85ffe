import { RotateCcw, Undo2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Field } from "@/lib/shared/settings/field";
import { isModified } from "@/lib/shared/settings/modified";
import { describeDefault, describeValue } from "@/lib/shared/settings/wording";
import { type Entry, isSecretEntry } from "../store/entry";
import type { Setting } from "../store/use-setting";

export type SettingStateName = "none" | "modified" | "changed" | "problem";

function differsFromDefault(field: Field, entry: Entry): boolean {
  return isSecretEntry(entry) ? entry.set : entry.set && isModified(field, entry.value);
}

export function stateOf(field: Field, setting: Setting): SettingStateName {
  if (setting.error !== undefined || setting.problems.some((one) => one.severity === "error"))
    return "problem";
  if (setting.isChanged) return "changed";
  return differsFromDefault(field, setting.saved) ? "modified" : "none";
}

function inFile(field: Field, { saved }: Setting): string {
  if (isSecretEntry(saved)) return saved.set ? "set" : "not set";
  return saved.set ? describeValue(field, saved.value) : "not set";
}

function stateText(field: Field, setting: Setting): string {
  if (setting.isChanged) return `Changed, not saved. In the file: ${inFile(field, setting)}`;
  if (!setting.saved.set) return "Not set in the file";
  return differsFromDefault(field, setting.saved) ? "Set in the file" : "Set in the file to the default";
}

/** The default, where the value comes from, and the buttons to reset it or discard the change. */
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
