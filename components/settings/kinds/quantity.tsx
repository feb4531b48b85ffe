import { useState } from "react";
import type { ControlProps } from "./control-props";
import { Input, InputGroup, NativeSelect } from "@/components/ui/input";
import { kindOf } from "@/lib/shared/settings/field";
import { typedValue } from "@/lib/shared/settings/typed-value";
import { withUnit, writtenAmount } from "@/lib/shared/settings/kinds/amounts";
import { nativeProps } from "./typed-input";

/** A number with a selectable unit. Operators think in days and mebibytes, but files contain milliseconds and bytes. */
export function Quantity({ field, value, onChange, ...props }: ControlProps) {
  const units = kindOf(field).units?.(field) ?? [];
  const [typed, setTyped] = useState(() => ({ ...writtenAmount(units, value), value }));
  const isOwn = Object.is(typed.value, value);
  const shown = isOwn ? typed : { ...writtenAmount(units, value), value };
  if (!isOwn) setTyped(shown);

  const change = (text: string, unit: number) => {
    const read = typedValue(field, withUnit(text, units[unit]));
    // An invalid amount stays in the form as typed, so that the error message can quote the text.
    const next = typeof read === "string" ? text : read;
    setTyped({ text, unit, value: next });
    onChange(next);
  };

  const native = nativeProps(props);
  return (
    <InputGroup>
      <Input
        {...native}
        inputMode="decimal"
        autoComplete="off"
        value={shown.text}
        onChange={(event) => change(event.target.value, shown.unit)}
      />
      <NativeSelect
        aria-label={`Unit of ${field.label}`}
        className="pr-7 pl-2"
        value={String(shown.unit)}
        disabled={native.disabled}
        onChange={(event) => change(shown.text, Number(event.target.value))}
      >
        {units.map((unit, index) => (
          <option key={unit.name} value={String(index)}>
            {unit.name}
          </option>
        ))}
      </NativeSelect>
    </InputGroup>
  );
}
