import { useState } from "react";
import { Input } from "@/components/ui/input";
import { InputGroup } from "@/components/ui/input-group";
import { NativeSelect } from "@/components/ui/native-select";
import { formatNumber } from "@/lib/config/format";

export interface Unit {
  name: string;
  /** How many of the file's unit it is. */
  size: number;
}

/** A number as people write it: "1,048,576", "1 048 576", "0.25". Undefined for anything else. */
export function numberIn(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^(-?\d{1,3})((?:[,\u00a0\u202f _']\d{3})+)(?=$|\.)/, (_, head: string, tail: string) => {
      return head + tail.replace(/\D/g, "");
    });
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** The largest unit in which the value is a whole number. */
export function bestUnit(units: readonly Unit[], value: unknown): number {
  if (typeof value !== "number" || value === 0) return 0;
  return Math.max(
    0,
    units.findLastIndex((unit) => value % unit.size === 0),
  );
}

interface Typed {
  text: string;
  unit: number;
  value: unknown;
}

export function typedOf(units: readonly Unit[], value: unknown): Typed {
  const unit = bestUnit(units, value);
  const text = typeof value === "number" ? String(value / (units[unit]?.size ?? 1)) : String(value ?? "");
  return { text, unit, value };
}

/** The value, in the file's unit, of a text and the unit beside it; the text itself where it is no quantity. */
export function quantityOf(
  text: string,
  unit: Unit | undefined,
  parse: (text: string) => number | undefined,
): unknown {
  if (text.trim() === "") return null;
  const amount = numberIn(text);
  if (amount === undefined) return parse(text) ?? text;
  // Products of decimal fractions: 0.1 GiB is a whole number of bytes only when rounded.
  return Math.round(amount * (unit?.size ?? 1));
}

/** What the amount and its unit do not say: the number in the file, and the value in larger units. */
function hintOf(
  value: number,
  unit: Unit | undefined,
  inWords: (value: number) => string,
  fileUnit: string,
): string | null {
  if (unit === undefined) return null;
  const words = inWords(value);
  const isSaid = words.split(" ").length === 2 && words.startsWith(`${formatNumber(value / unit.size)} `);
  const parts = isSaid ? [] : [words];
  if (unit.size !== 1) parts.push(`${formatNumber(value)} ${fileUnit} in the file`);
  return parts.length === 0 ? null : parts.join(", ");
}

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
