import type { ControlProps } from "@/components/form/control-props";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import type { EnumField } from "@/lib/config/field";
import { nativeProps, textOf } from "./text";

/** A select cannot hold an empty value; no option of the registry is written like this. */
const unset = "(not set)";

export function EnumControl(props: ControlProps<EnumField>) {
  const { field, value, onChange, disabled } = props;
  const current = value === null || value === undefined ? unset : textOf(value);
  const isKnown = current === unset || field.options.some((option) => option.value === current);

  const choose = (next: string) => {
    if (next === unset) onChange(null);
    else onChange(field.numeric ? Number(next) : next);
  };

  return (
    <Select value={current} onValueChange={choose} disabled={disabled}>
      <SelectTrigger {...nativeProps(props)}>
        <SelectValue placeholder="Choose" />
      </SelectTrigger>
      <SelectContent>
        {field.default === null ? <SelectItem value={unset}>Not set</SelectItem> : null}
        {isKnown ? null : <SelectItem value={current}>Unknown value: {current}</SelectItem>}
        {field.options.map((option) => (
          <SelectItem key={option.value} value={option.value} description={option.help}>
            {option.label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
