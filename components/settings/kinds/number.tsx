import { type KeyboardEvent, useState } from "react";
import { InputAffix, InputGroup, Input, NativeSelect } from "@/components/ui/input";
import { formatNumber, withUnit, writtenAmount } from "@/lib/shared/settings/kinds/amounts";
import { typedValue } from "@/lib/shared/settings/wording";
import type { NumberField } from "@/lib/shared/settings/kinds/number";
import { kindOf } from "@/lib/shared/settings/field";
import { type ControlProps, nativeProps, textOf, TypedInput, useTyped } from "./control";

const shownAmount = (value: unknown): string =>
  typeof value === "number" ? formatNumber(value) : textOf(value);

export function NumberControl(props: ControlProps<NumberField>) {
  const { field, value, onChange } = props;
  const step = field.fractional ? 0.1 : 1;
  const [typed, setTyped] = useState("");
  const isAbbreviated = /[a-z]/i.test(typed) && Object.is(typedValue(field, typed), value);

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (direction === 0 || typeof value !== "number" || props.disabled) return;
    event.preventDefault();
    const next = value + direction * step * (event.shiftKey ? 10 : 1);
    onChange(Math.min(field.max, Math.max(field.min, Number(next.toFixed(6)))));
  };

  const unitId = `${props.id}-unit`;
  return (
    <InputGroup>
      <TypedInput
        control={props}
        // Separators are added only to numbers with a unit. A number without a unit may be an identifier, such as a
        // port.
        {...(field.unit && { show: shownAmount })}
        {...(field.unit && { hintId: unitId })}
        inputMode={field.fractional ? "decimal" : "numeric"}
        onKeyDown={onKeyDown}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <InputAffix id={unitId}>
        {/* If the operator types "500k", shows 500,000. */}
        {isAbbreviated && typeof value === "number" ? (
          <span aria-hidden="true" className="text-xs">{`${formatNumber(value)} `}</span>
        ) : null}
        {field.unit}
      </InputAffix>
    </InputGroup>
  );
}

/** A number with a selectable unit. Operators think in days and mebibytes, but files contain milliseconds and bytes. */
export function Quantity({ field, value, onChange, ...props }: ControlProps) {
  const units = kindOf(field).units?.(field) ?? [];
  const [shown, setTyped] = useTyped(value, (value) => writtenAmount(units, value));

  const change = (text: string, unit: number) => {
    const read = typedValue(field, withUnit(text, units[unit]));
    // An invalid amount stays in the form as typed, so that the error message can quote the text.
    const next = typeof read === "string" ? text : read;
    setTyped({ text, unit }, next);
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
