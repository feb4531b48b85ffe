import { ChevronDown } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { ControlProps } from "./control-props";
import { cn } from "@/components/ui/cn";
import { control, controlHeight, controlText } from "@/components/ui/control";
import { useLazyComponent } from "@/components/ui/use-lazy-component";
import { typedValue } from "@/lib/shared/settings/parse-value";
import type { EnumField } from "@/lib/shared/settings/kinds/enum";
import type { Option } from "@/lib/shared/settings/kinds/kind";
import { nativeProps, textOf } from "./typed-input";

/** A select cannot hold an empty value; no option in the registry has this value. */
const unset = "(not set)";

const load = () => import("./enum-select").then((module) => module.EnumSelect);

/** A select with few options. The code of the popup is loaded when the list is first opened. */
export function EnumControl(props: ControlProps<EnumField>) {
  const { field, value, onChange } = props;
  const { part: List, want, trigger } = useLazyComponent(load);
  const current = value === null || value === undefined ? unset : textOf(value);
  const options = optionsOf(field, current);
  const native = nativeProps(props);

  const choose = (next: string) => {
    if (next === unset) onChange(null);
    else onChange(typedValue(field, next));
  };
  if (List) return <List native={native} value={current} options={options} onChange={choose} />;

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
      <span className="truncate">{options.find((option) => option.value === current)?.label}</span>
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
    </button>
  );
}

/** The registry's options, plus "not set" if allowed, plus a current value that the registry does not know. */
function optionsOf(field: EnumField, current: string): Option[] {
  const options = [...(field.default === null ? [{ value: unset, label: "Not set" }] : []), ...field.options];
  const isKnown = current === unset || options.some((option) => option.value === current);
  if (current === unset && field.default !== null) return [{ value: unset, label: "Not set" }, ...options];
  return isKnown ? options : [{ value: current, label: `Unknown value: ${current}` }, ...options];
}
