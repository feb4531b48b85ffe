import { useId } from "react";
import * as z from "zod/mini";
import { z as settingZod } from "@/lib/shared/settings/zod";
import { type DialogField, textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Label } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import {
  type LooseRegion,
  type RegionListField,
  regionSchema,
  trimRegion,
} from "@/lib/shared/settings/kinds/region-list";

const flagField = (label: string, help: string, value: unknown): DialogField<boolean> => ({
  check: z.boolean(),
  initial: value === true,
  control: ({ value, onChange }) => <Flag label={label} help={help} on={value} onChange={onChange} />,
});

export type RegionProblems = Partial<Record<string, string>>;

/**
 * Returns the region's problems by key. A duplicate id is a problem, because clients select a region by id.
 */
export function problemsOfRegion(
  region: LooseRegion,
  takenIds: readonly unknown[],
  schema = regionSchema,
): RegionProblems {
  const problems: RegionProblems = {};
  const checked = schema(settingZod).safeParse(trimRegion(region));
  for (const issue of checked.success ? [] : checked.error.issues) {
    problems[String(issue.path[0])] ??= issue.message;
  }
  if (takenIds.includes(trimRegion(region).id))
    problems["id"] ??= "Another region has this id. Choose a different one.";
  return problems;
}

interface RegionDialogProps {
  field: RegionListField;
  initial: LooseRegion;
  isNew: boolean;
  takenIds: readonly unknown[];
  onSave: (region: LooseRegion) => void;
  onClose: () => void;
}

export function RegionDialog({ field, initial, isNew, takenIds, onSave, onClose }: RegionDialogProps) {
  const text = (key: "id" | "name" | "endpoint", label: string, help: string) => {
    const check = z.string().check(({ value, issues }) => {
      const problem = problemsOfRegion({ ...initial, [key]: value }, takenIds, field.regionSchema)[key];
      if (problem !== undefined) issues.push({ code: "custom", message: problem, input: value });
    });
    const more = { initial: String(initial[key] ?? ""), spellCheck: key === "name" };
    return textField({ label, help }, check, more);
  };
  const action = isNew ? "Add region" : "Update region";
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={isNew ? "Add region" : "Edit region"}
      description="The file changes when you save."
      action={action}
      fields={{
        id: text("id", "Region id", "Clients use this id. Letters, digits, hyphens and underscores."),
        name: text("name", "Region name", "The name that people see."),
        endpoint: text("endpoint", "Region endpoint", field.endpointHelp),
        vip: flagField("VIP only", "Only VIP guilds may use it.", initial.vip),
        custom: flagField("Custom", "For events and other special uses.", initial.custom),
        deprecated: flagField("Deprecated", "Clients avoid it.", initial.deprecated),
      }}
      request={(region) => onSave(trimRegion({ ...initial, ...region }))}
    />
  );
}

interface FlagProps {
  label: string;
  help: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

function Flag({ label, help, on, onChange }: FlagProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="flex flex-col">
        <Label htmlFor={id}>{label}</Label>
        <span id={`${id}-help`} className="text-sm text-muted-foreground">
          {help}
        </span>
      </div>
      <Switch id={id} aria-describedby={`${id}-help`} checked={on} onCheckedChange={onChange} />
    </div>
  );
}
