"use client";

import { useId } from "react";
import * as z from "zod/mini";
import { useFileSummary } from "@/components/settings/store/config-form";
import type { DialogField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Checkbox } from "@/components/ui/checkbox";
import type { PanelOperator } from "@/lib/shared/contract/operators";
import { editionOf } from "@/lib/shared/settings/editions";
import { changeOperator, operatorsQuery } from "../queries/operators";

const useSections = () => editionOf(useFileSummary().naming).registry.sections;

export function SectionNames({ sections }: Pick<PanelOperator, "sections">) {
  const all = useSections();
  if (sections === undefined) return null;
  const titleOf = (id: string) => all.find((section) => section.id === id)?.title ?? id;
  return <span className="block text-xs text-muted-foreground">Only {sections.map(titleOf).join(", ")}</span>;
}

export function LimitSections({ operator, onClose }: { operator: PanelOperator; onClose: () => void }) {
  const { id, username, sections: initial = [] } = operator;
  const sections: DialogField<string[]> = {
    check: z.array(z.string()).check(z.minLength(1, "Choose at least one section.")),
    initial: [...initial],
    control: ({ value, onChange }) => <SectionChoice value={value} onChange={onChange} />,
  };
  return (
    <FormDialog
      startsOpen
      wide
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={`Limit ${username} to sections?`}
      description={`${username} can change only settings in these sections, and view everything else. User tokens of ${username} are revoked.`}
      action="Limit to sections"
      fields={{ sections }}
      request={(values) => changeOperator({ id, ...values })}
      changes={operatorsQuery()}
      done={() => `${username} limited to sections`}
    />
  );
}

function SectionChoice({ value, onChange }: { value: string[]; onChange: (next: string[]) => void }) {
  const prefix = useId();
  const all = useSections();
  const choose = (id: string, isChosen: boolean) =>
    onChange(all.map((section) => section.id).filter((one) => (one === id ? isChosen : value.includes(one))));
  return (
    <fieldset className="grid gap-x-6 sm:grid-cols-2">
      <legend className="mb-1.5 font-medium">Sections</legend>
      {all.map(({ id, title }) => (
        <label key={id} className="flex min-h-9 items-center gap-2.5 max-sm:min-h-11">
          <Checkbox
            id={`${prefix}-${id}`}
            checked={value.includes(id)}
            onCheckedChange={(next) => choose(id, next === true)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
