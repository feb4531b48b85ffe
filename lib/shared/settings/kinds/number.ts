import { amountField, amountKind, amountsIn, type Bounds, formatNumber, product, rangeText } from "./amounts";
import { type FieldBase, type Kind, type Nullable, type Parsed, refused, type Spec, accepted } from "./kind";

export interface NumberField<P extends string = string, V = number | null> extends FieldBase<P, V> {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly fractional?: true;
  /** What the number counts, in the plural, such as "characters" or "requests". */
  readonly unit?: string;
}

type Range = Pick<NumberField, "min" | "max" | "fractional" | "unit">;

/** A number without a unit is an identifier, such as a port. */
const shown = (value: number, { unit }: Pick<Range, "unit">) => (unit ? formatNumber(value) : String(value));

const expectation = (field: Range) =>
  `Enter a ${field.fractional ? "" : "whole "}number${rangeText(field, (value) => shown(value, field))}.`;

export function number<const P extends string, D extends number | null>(
  path: P,
  spec: Spec<D, Bounds & { unit?: string; fractional?: true }>,
): NumberField<P, Nullable<D, number>> {
  return { ...amountField(path, spec, expectation), kind: "number" } as NumberField<P, Nullable<D, number>>;
}

const multiples: Readonly<Record<string, number>> = {
  k: 1e3,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
};

/** Parses "500,000", "500k", "-3" or "500 requests". */
function readTyped(text: string, field: Range): Parsed<number> {
  const [, minus, unsigned = ""] = /^\s*([-−]?)(.*)$/s.exec(text) ?? [];
  const amounts = amountsIn(unsigned, expectation(field), field);
  if (!amounts.ok) return amounts;
  const [{ amount, unit } = { amount: 0, unit: "" }, another] = amounts.value;
  if (unit === "m" && field.unit !== "m") {
    return refused(
      `“${text.trim()}” can mean two things. For millions, write ${amount}M or the whole number.`,
    );
  }
  const size = unit === "" || unit === field.unit ? 1 : multiples[unit];
  if (another || size === undefined) return refused(expectation(field));
  return accepted(product(amount, size) * (minus ? -1 : 1));
}

const counted = ({ unit }: Range) => (unit ? ` ${unit}` : "");
const shared = amountKind<NumberField>(
  expectation,
  readTyped,
  (value, field) => shown(value, field) + counted(field),
);

export const numberKind: Kind<NumberField> = {
  ...shared,
  expects: ({ fractional, unit }) => `a ${fractional ? "" : "whole "}number${unit ? ` of ${unit}` : ""}`,
  jsonSchema: (field) => ({
    ...shared.jsonSchema(field),
    ...(field.fractional && { type: ["number", "null"] }),
  }),
  unit: ({ unit }) => unit,
};
