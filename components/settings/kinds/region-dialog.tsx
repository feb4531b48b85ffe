import { type FormEvent, useId, useState } from "react";
import { FormField } from "@/components/shell/form/form-field";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import {
  type LooseRegion,
  type RegionListField,
  regionSchema,
  trimRegion,
} from "@/lib/shared/settings/kinds/region-list";

const texts = [
  { key: "id", label: "Region id", help: "Clients send it. Letters, digits, hyphens and underscores." },
  { key: "name", label: "Region name", help: "People choose it by this name." },
  { key: "endpoint", label: "Region endpoint", help: null },
] as const;

const flags = [
  { key: "vip", label: "VIP only", help: "Only VIP guilds may use it." },
  { key: "custom", label: "Custom", help: "Made for an event or the like." },
  { key: "deprecated", label: "Deprecated", help: "Clients avoid it." },
] as const;

export type RegionProblems = Partial<Record<string, string>>;

/** A region's problems, by key. Ids must be unique, since clients select a region by id. */
export function problemsOfRegion(
  region: LooseRegion,
  takenIds: readonly unknown[],
  schema = regionSchema,
): RegionProblems {
  const problems: RegionProblems = {};
  const checked = schema.safeParse(trimRegion(region));
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
  const [region, setRegion] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const problems = isChecked ? problemsOfRegion(region, takenIds, field.regionSchema) : {};
  const put = (key: string, value: unknown) => setRegion({ ...region, [key]: value });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog is rendered in a portal, yet React lets the event bubble to forms around the control.
    event.stopPropagation();
    setChecked(true);
    if (Object.keys(problemsOfRegion(region, takenIds, field.regionSchema)).length === 0)
      onSave(trimRegion(region));
  };

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{isNew ? "Add region" : "Edit region"}</DialogTitle>
          <DialogDescription>It is stored in the file when you save your changes.</DialogDescription>
        </DialogHeader>
        <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
          <DialogBody className="flex flex-col gap-4">
            {texts.map(({ key, label, help }) => (
              <FormField key={key} label={label} help={help ?? field.endpointHelp} error={problems[key]}>
                {(control) => (
                  <Input
                    {...control}
                    value={String(region[key] ?? "")}
                    autoComplete="off"
                    spellCheck={key === "name"}
                    onChange={(event) => put(key, event.target.value)}
                  />
                )}
              </FormField>
            ))}
            {flags.map(({ key, label, help }) => (
              <Flag
                key={key}
                label={label}
                help={help}
                on={region[key] === true}
                onChange={(on) => put(key, on)}
              />
            ))}
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary">
              {isNew ? "Add region" : "Change region"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
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
