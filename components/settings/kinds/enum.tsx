import { ChevronDown } from "lucide-react";
import type { ComponentProps, KeyboardEvent } from "react";
import { typedValue } from "@/lib/shared/settings/wording";
import type { EnumField } from "@/lib/shared/settings/kinds/enum";
import type { Option } from "@/lib/shared/settings/kinds/kind";
import { cn, control, controlHeight, controlText } from "@/components/ui/cn";
import { useLazyComponent } from "@/components/ui/lazy-component";
import { type ControlProps, nativeProps, textOf } from "./control";

/** The option for an absent key. A select cannot have an empty value, and no option in the registry has this value. */
const unset = "(not set)";

export function EnumControl(props: ControlProps<EnumField>) {
  const { field, value, onChange } = props;
  const current = value === null || value === undefined ? unset : textOf(value);
  return (
    <Choice
      native={nativeProps(props)}
      value={current}
      options={optionsOf(field, current)}
      onChange={(next) => onChange(next === unset ? null : typedValue(field, next))}
    />
  );
}

/**
 * Returns the options of the select. Adds "Not set" if the setting is not set or has no default. Adds the
 * current value if the registry does not list it.
 */
function optionsOf(field: EnumField, current: string): readonly Option[] {
  const hasUnset = current === unset || field.default === null;
  const options = hasUnset ? [{ value: unset, label: "Not set" }, ...field.options] : field.options;
  const isKnown = options.some((option) => option.value === current);
  return isKnown ? options : [{ value: current, label: `Unknown value: ${current}` }, ...options];
}

const load = () => import("./enum-select").then((module) => module.EnumSelect);

interface ChoiceProps {
  native: ComponentProps<"button">;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}

/** A select for a few options. The popup's code is loaded when the list is first opened. */
export function Choice({ native, value, options, onChange }: ChoiceProps) {
  const { part: List, want, trigger } = useLazyComponent(load);
  if (List) return <List native={native} value={value} options={options} onChange={onChange} />;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    want();
  };
  return (
    <button
      {...native}
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      className={cn(control, controlHeight, controlText, "flex items-center justify-between gap-2 text-left")}
      onKeyDown={onKeyDown}
      {...trigger}
    >
      <span className="truncate">{options.find((option) => option.value === value)?.label}</span>
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
    </button>
  );
}
