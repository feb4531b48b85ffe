import { type FormEvent, type ReactNode, useId, useState } from "react";
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
import { regionSchema } from "@/lib/config/field";
import type { LooseRegion } from "./loose-region";

const texts = [
  { key: "id", label: "Region id", help: "Clients send it. Letters, digits, hyphens and underscores." },
  { key: "name", label: "Region name", help: "People choose it by this name." },
  { key: "endpoint", label: "Region endpoint", help: "Where its voice server listens, as host:port." },
] as const;

const flags = [
  { key: "vip", label: "VIP only", help: "Only VIP guilds may use it." },
  { key: "custom", label: "Custom", help: "Made for an event or the like." },
  { key: "deprecated", label: "Deprecated", help: "Clients avoid it." },
] as const;

export type RegionProblems = Partial<Record<string, string>>;

/** What is wrong with a region, by key. An id must be one of its own, since clients choose by it. */
export function problemsOfRegion(region: LooseRegion, takenIds: readonly unknown[]): RegionProblems {
  const problems: RegionProblems = {};
  const checked = regionSchema.safeParse(region);
  for (const issue of checked.success ? [] : checked.error.issues) {
    problems[String(issue.path[0])] ??= issue.message;
  }
  if (takenIds.includes(region.id)) problems["id"] ??= "Another region has this id. Give it one of its own.";
  return problems;
}

interface RegionDialogProps {
  initial: LooseRegion;
  isNew: boolean;
  takenIds: readonly unknown[];
  onSave: (region: LooseRegion) => void;
  onClose: () => void;
}

export function RegionDialog({ initial, isNew, takenIds, onSave, onClose }: RegionDialogProps) {
  const [region, setRegion] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const problems = isChecked ? problemsOfRegion(region, takenIds) : {};
  const put = (key: string, value: unknown) => setRegion({ ...region, [key]: value });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog stands in a portal, yet React lets the event bubble to forms around the control.
    event.stopPropagation();
    setChecked(true);
    if (Object.keys(problemsOfRegion(region, takenIds)).length === 0) onSave(region);
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
              <Part key={key} label={label} help={help} problem={problems[key]}>
                {(ids) => (
                  <Input
                    {...ids}
                    value={String(region[key] ?? "")}
                    autoComplete="off"
                    spellCheck={key === "name"}
                    onChange={(event) => put(key, event.target.value)}
                  />
                )}
              </Part>
            ))}
            {flags.map(({ key, label, help }) => (
              <Part key={key} label={label} help={help} problem={problems[key]} isInline>
                {(ids) => (
                  <Switch {...ids} checked={region[key] === true} onCheckedChange={(on) => put(key, on)} />
                )}
              </Part>
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

interface PartProps {
  label: string;
  help: string;
  problem: string | undefined;
  isInline?: boolean;
  children: (ids: { id: string; "aria-describedby": string; "aria-invalid": true | undefined }) => ReactNode;
}

function Part({ label, help, problem, isInline, children }: PartProps) {
  const id = useId();
  return (
    <div className={isInline ? "flex items-center justify-between gap-4" : "flex flex-col gap-1"}>
      <div className="flex flex-col">
        <Label htmlFor={id}>{label}</Label>
        <span id={`${id}-help`} className="text-sm text-muted-foreground">
          {help}
        </span>
      </div>
      {children({
        id,
        "aria-describedby": `${id}-problem ${id}-help`,
        "aria-invalid": problem ? true : undefined,
      })}
      <p id={`${id}-problem`} aria-live="polite" className="text-sm text-danger-text empty:hidden">
        {problem}
      </p>
    </div>
  );
}
