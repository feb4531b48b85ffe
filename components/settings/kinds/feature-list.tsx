import { useId } from "react";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import type { FeatureListField } from "@/lib/shared/settings/kinds/feature-list";
import { itemsOf } from "@/lib/shared/settings/kinds/items";
import type { ControlProps } from "./control";
import { AddItem } from "./add-item";

/** Selected features stay in the file's order. */
export function FeatureListControl(props: ControlProps<FeatureListField>) {
  const { field, value, onChange, labelId, disabled } = props;
  const items = itemsOf(value);
  const known = new Set(field.suggestions.map((option) => option.value));
  const custom = items.filter((item) => !known.has(item)).map((item) => ({ value: item, label: item }));
  const toggle = (item: string, on: boolean) =>
    onChange(on ? [...items, item] : items.filter((one) => one !== item));

  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-3">
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {[...field.suggestions, ...custom].map((option) => (
          <FeatureBox
            key={option.value}
            option={option}
            checked={items.includes(option.value)}
            isCustom={!known.has(option.value)}
            disabled={disabled}
            onChange={(on) => toggle(option.value, on)}
          />
        ))}
      </div>
      <AddItem control={props} name="feature" placeholder="Another feature, such as VERIFIED" items={items} />
    </div>
  );
}

interface FeatureBoxProps {
  option: FeatureListField["suggestions"][number];
  checked: boolean;
  isCustom: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
}

function FeatureBox({ option, checked, isCustom, disabled, onChange }: FeatureBoxProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-8 items-center gap-2 text-sm max-sm:min-h-11"
      title={option.help}
    >
      <Checkbox
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(on) => onChange(on === true)}
      />
      <span className="min-w-0 wrap-anywhere">{option.label}</span>
      {isCustom ? <Badge>Custom</Badge> : null}
    </label>
  );
}
