import { useState } from "react";
import { Input } from "@/components/ui/input";
import { InputGroup } from "@/components/ui/input-group";
import { NativeSelect } from "@/components/ui/native-select";
import { hintOf, quantityOf, typedOf, type Unit } from "./units";

interface QuantityProps {
  native: { id: string; disabled: boolean; "aria-describedby": string; "aria-invalid": true | undefined };
  path: string;
  units: readonly Unit[];
  value: unknown;
  onChange: (value: unknown) => void;
  /** Reads a text that names its units itself, such as "2h 30m". */
  parse: (text: string) => number | undefined;
  /** "2 hours 30 minutes" for a value. */
  inWords: (value: number) => string;
  /** Name of the unit in which the file has it, behind the number: "ms". */
  fileUnit: string;
}

/** An amount with a unit to choose: people think in days and mebibytes, files hold milliseconds and bytes. */
export function Quantity({ native, path, units, value, onChange, parse, inWords, fileUnit }: QuantityProps) {
  const [typed, setTyped] = useState(() => typedOf(units, value));
  const isOwn = Object.is(typed.value, value);
  const shown = isOwn ? typed : typedOf(units, value);
  if (!isOwn) setTyped(shown);

  const change = (text: string, unit: number) => {
    const next = quantityOf(text, units[unit], parse);
    setTyped({ text, unit, value: next });
    onChange(next);
  };

  const hintId = `${native.id}-hint`;
  const chosen = units[shown.unit];
  const hint =
    typeof value === "number" && Number.isFinite(value) ? hintOf(value, chosen, inWords, fileUnit) : null;
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
          aria-label={`Unit of ${path}`}
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
        {hint}
      </p>
    </div>
  );
}
