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

/** What stands in the control for a value. */
export interface Typed {
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
export function hintOf(
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
