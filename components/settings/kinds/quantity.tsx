import { useState } from "react";
import type { ControlProps } from "./control-props";
import { Input } from "@/components/ui/input";
import { InputGroup } from "@/components/ui/input-group";
import { NativeSelect } from "@/components/ui/native-select";
import { kindOf } from "@/lib/shared/settings/field";
import { typedValue } from "@/lib/shared/settings/parse-value";
import { describeValue } from "@/lib/shared/settings/wording";
import { hintOf, withUnit, writtenAmount } from "@/lib/shared/settings/kinds/amounts";
import { nativeProps } from "./typed-input";

interface QuantityProps extends ControlProps {
  /** The unit used in the file, shown after the number: "ms". */
  fileUnit: string;
}

/** A number with a selectable unit: people think in days and mebibytes, files contain milliseconds and bytes. */
export function Quantity({ field, value, onChange, fileUnit, ...props }: QuantityProps) {
  const units = kindOf(field).units?.(field) ?? [];
  const [typed, setTyped] = useState(() => ({ ...writtenAmount(units, value), value }));
  const isOwn = Object.is(typed.value, value);
  const shown = isOwn ? typed : { ...writtenAmount(units, value), value };
  if (!isOwn) setTyped(shown);

  const change = (text: string, unit: number) => {
    const read = typedValue(field, withUnit(text, units[unit]));
    // An invalid amount stays as it was typed, so that the error message quotes it.
    const next = typeof read === "string" ? text : read;
    setTyped({ text, unit, value: next });
    onChange(next);
  };

  const native = nativeProps(props);
  const hintId = `${native.id}-hint`;
  const chosen = units[shown.unit];
  return (
    <div className="flex flex-col gap-1">
      <InputGroup className="max-w-64">
        <Input
          {...native}
          aria-describedby={`${hintId} ${native["aria-describedby"]}`}
          inputMode="decimal"
          autoComplete="off"
          value={shown.text}
          onChange={(event) => change(event.target.value, shown.unit)}
        />
        <NativeSelect
          aria-label={`Unit of ${field.path}`}
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
      <p id={hintId} className="text-xs text-muted-foreground tabular-nums empty:hidden">
        {typeof value === "number" && chosen
          ? hintOf(value, chosen, describeValue(field, value), fileUnit)
          : null}
      </p>
    </div>
  );
}
