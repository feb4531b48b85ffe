import type { ControlProps } from "./control-props";
import { typedValue } from "@/lib/shared/settings/typed-value";
import type { EnumField } from "@/lib/shared/settings/kinds/enum";
import type { Option } from "@/lib/shared/settings/kinds/kind";
import { Choice } from "./choice";
import { nativeProps, textOf } from "./typed-input";

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
 * Includes "Not set" if the setting is not set or has no default, and the current value if the registry does not list
 * it.
 */
function optionsOf(field: EnumField, current: string): Option[] {
  const options = [...(field.default === null ? [{ value: unset, label: "Not set" }] : []), ...field.options];
  const isKnown = current === unset || options.some((option) => option.value === current);
  if (current === unset && field.default !== null) return [{ value: unset, label: "Not set" }, ...options];
  return isKnown ? options : [{ value: current, label: `Unknown value: ${current}` }, ...options];
}
