import { amountField, amountKind, amountsIn, type Bounds, formatNumber, rangeText } from "./amounts";
import type { FieldBase, Kind, Nullable, Parsed, Spec, Unit } from "./kind";
import { refused, accepted } from "./kind";

export interface BytesField<P extends string = string, V = number | null> extends FieldBase<P, V> {
  readonly kind: "bytes";
  readonly min: number;
  readonly max: number;
}

type Range = Pick<BytesField, "min" | "max">;

const expectation = (field: Range) =>
  `Enter a size${rangeText(field, formatBytes)}, such as 25 MiB or 500 kB.`;

export function bytes<const P extends string, D extends number | null>(
  path: P,
  spec: Spec<D, Bounds>,
): BytesField<P, Nullable<D, number>> {
  return { ...amountField(path, spec, expectation), kind: "bytes" } as BytesField<P, Nullable<D, number>>;
}

const byteUnits = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;
const units: readonly Unit[] = byteUnits.slice(0, 4).map((name, power) => ({ name, size: 1024 ** power }));

/** Formats a size as "25 MiB". Fractions of the unit are rounded to two decimals. */
export function formatBytes(value: number): string {
  if (Math.abs(value) === 1) return `${value} byte`;
  let power = 0;
  while (power < byteUnits.length - 1 && Math.abs(value) >= 1024 ** (power + 1)) power += 1;
  return `${formatNumber(Math.round((value / 1024 ** power) * 100) / 100)} ${byteUnits[power]}`;
}

/**
 * If the size had to be rounded, the exact number of bytes is added, so that different values never look the
 * same.
 */
function describeBytes(value: number): string {
  const words = formatBytes(value);
  const isExact = units.some(({ name, size }) => words === `${formatNumber(value / size)} ${name}`);
  return isExact || Math.abs(value) < 1024 ? words : `${words} (${formatNumber(value)} bytes)`;
}

/**
 * Parses "25 MiB", "1.5g", "500 kB" or a bare number of bytes. Fractions of a byte are rounded. KB, MB… are powers of
 * 1,000; KiB, MiB… and the bare letters K, M… are powers of 1,024.
 */
function readTyped(text: string, field: Range): Parsed<number> {
  const amounts = amountsIn(text, expectation(field));
  if (!amounts.ok) return amounts;
  const [{ amount, unit } = { amount: 0, unit: "" }, another] = amounts.value;
  if (another) return refused("Enter one number with one unit, such as 1.5 GiB.");
  if (/^[KMGTP]b$/.test(unit))
    return refused(`“${unit}” means bits. Write ${unit.charAt(0)}B or ${unit.charAt(0)}iB.`);
  const match = /^(?:(|b|bytes?)|([kmgtp])(i?b)?)$/i.exec(unit);
  if (match === null)
    return refused(`“${unit}” is not a unit of size. Write bytes, KiB, MiB, GiB, kB, MB or GB.`);
  const power = match[2] === undefined ? 0 : "kmgtp".indexOf(match[2].toLowerCase()) + 1;
  const size = amount * (match[3]?.toLowerCase() === "b" ? 1000 : 1024) ** power;
  return power === 0 && !Number.isInteger(amount) ? refused(expectation(field)) : accepted(Math.round(size));
}

export const bytesKind: Kind<BytesField> = {
  ...amountKind<BytesField>(expectation, readTyped, describeBytes),
  expects: () => "a whole number of bytes",
  unit: () => "bytes",
  units: () => units,
};
