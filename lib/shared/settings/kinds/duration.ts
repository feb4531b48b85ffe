import type { Amount, Bounds } from "./amounts";
import { amountField, amountKind, amountsIn, formatNumber, rangeText } from "./amounts";
import type { FieldBase, Kind, Nullable, Parsed, Spec, Unit } from "./kind";
import { refused, accepted } from "./kind";

type FileUnit = "s" | "ms";

export interface DurationField<P extends string = string, V = number | null> extends FieldBase<P, V> {
  readonly kind: "duration";
  readonly fileUnit: FileUnit;
  readonly min: number;
  readonly max: number;
}

type Range = Pick<DurationField, "min" | "max" | "fileUnit">;

const nameOf = (fileUnit: FileUnit) => (fileUnit === "s" ? "seconds" : "milliseconds");

function expectation(field: Range): string {
  const range = rangeText(field, (value) => formatDuration(value, field.fileUnit));
  return `Enter a time in whole ${nameOf(field.fileUnit)}${range}, such as 90 s or 2h 30m.`;
}

export function duration<const P extends string, D extends number | null>(
  path: P,
  spec: Spec<D, Bounds & { fileUnit: FileUnit }>,
): DurationField<P, Nullable<D, number>> {
  return { ...amountField(path, spec, expectation), kind: "duration" } as DurationField<
    P,
    Nullable<D, number>
  >;
}

const timeUnits = [
  { name: "day", ms: 86_400_000 },
  { name: "hour", ms: 3_600_000 },
  { name: "minute", ms: 60_000 },
  { name: "second", ms: 1000 },
  { name: "millisecond", ms: 1 },
] as const;

/** Formats a number of seconds or milliseconds as "2 hours 30 minutes". */
export function formatDuration(value: number, fileUnit: FileUnit): string {
  let remaining = Math.abs(fileUnit === "s" ? value * 1000 : value);
  if (!Number.isSafeInteger(remaining)) return `${formatNumber(value)} ${nameOf(fileUnit)}`;
  const parts = timeUnits.flatMap(({ name, ms }) => {
    const count = Math.floor(remaining / ms);
    remaining -= count * ms;
    return count === 0 ? [] : [`${formatNumber(count)} ${name}${count === 1 ? "" : "s"}`];
  });
  if (parts.length === 0) return `0 ${nameOf(fileUnit)}`;
  return `${value < 0 ? "−" : ""}${parts.join(" ")}`;
}

const timeWords: readonly (readonly [pattern: RegExp, ms: number])[] = [
  [/^(ms|msecs?|milliseconds?)$/i, 1],
  [/^(s|secs?|seconds?)$/i, 1000],
  [/^(m|mins?|minutes?)$/i, 60_000],
  [/^(h|hrs?|hours?)$/i, 3_600_000],
  [/^(d|days?)$/i, 86_400_000],
  [/^(w|wks?|weeks?)$/i, 604_800_000],
];

/** Returns an error message if the unit is unknown or has no fixed length. */
function millisecondsOf({ amount, unit }: Amount): number | string {
  if (unit === "") return "Add a unit to every number, such as 1h 30m.";
  if (unit === "M") return "“M” can mean minutes or months. Use min, or a number of days.";
  if (/^(months?|mo|years?|yrs?|y)$/i.test(unit))
    return "Months and years vary in length. Use days, such as 30 days.";
  const known = timeWords.find(([pattern]) => pattern.test(unit));
  return known ? amount * known[1] : `“${unit}” is not a unit of time. Write ms, s, min, h, d or w.`;
}

/** Parses "2h 30m", "1.5 hours", "90 s", or a bare number in the unit of the file. */
function readTyped(text: string, field: Range): Parsed<number> {
  const amounts = amountsIn(text, expectation(field));
  if (!amounts.ok) return amounts;
  const [first] = amounts.value;
  const isBare = amounts.value.length === 1 && first?.unit === "";
  const scale = field.fileUnit === "s" ? 1000 : 1;
  const parts = isBare ? [first.amount * scale] : amounts.value.map(millisecondsOf);
  const fault = parts.find((part) => typeof part === "string");
  if (fault !== undefined) return refused(fault);
  const total = parts.reduce<number>((sum, part) => sum + Number(part), 0);
  // Rounds to microseconds, because sums of decimal fractions, such as 0.1 h, can be slightly wrong.
  const value = Math.round(total * 1000) / 1000 / scale;
  return Number.isSafeInteger(value) ? accepted(value) : refused(expectation(field));
}

const seconds: readonly Unit[] = [
  { name: "seconds", size: 1 },
  { name: "minutes", size: 60 },
  { name: "hours", size: 3_600 },
  { name: "days", size: 86_400 },
];
const milliseconds: readonly Unit[] = [
  { name: "milliseconds", size: 1 },
  ...seconds.map((unit) => ({ ...unit, size: unit.size * 1_000 })),
];

export const durationKind: Kind<DurationField> = {
  ...amountKind<DurationField>(expectation, readTyped, (value, { fileUnit }) =>
    formatDuration(value, fileUnit),
  ),
  expects: ({ fileUnit }) => `a whole number of ${nameOf(fileUnit)}`,
  unit: ({ fileUnit }) => nameOf(fileUnit),
  units: ({ fileUnit }) => (fileUnit === "s" ? seconds : milliseconds),
};
