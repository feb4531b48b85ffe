import { lazily } from "@/lib/shared/lazily";
import type { Fact, Parsed, RightType, Unit, WrongType, Zod } from "./kind";
import { refused, accepted } from "./kind";

/* Code shared by numbers, durations and sizes. The locale is fixed, so that server and browser render the same text. */

export interface Bounds {
  min?: number;
  max?: number;
}

interface Fractional {
  /** If unset, only whole numbers are allowed. */
  fractional?: true;
}

interface Bounded {
  readonly min: number;
  readonly max: number;
}

const bounds = ({ min = 0, max = Number.MAX_SAFE_INTEGER }: Bounds): Bounded => ({ min, max });

const isOpen = ({ max }: Bounded) => max === Number.MAX_SAFE_INTEGER;

export function rangeText(field: Bounded, show: (value: number) => string): string {
  return isOpen(field) ? `, ${show(field.min)} or more` : ` from ${show(field.min)} to ${show(field.max)}`;
}

function rangeFacts(field: Bounded, show: (value: number) => string): Fact[] {
  if (!isOpen(field)) return [{ name: "Range", text: `${show(field.min)} to ${show(field.max)}` }];
  return field.min > 0 ? [{ name: "At least", text: show(field.min) }] : [];
}

function boundedSchema(z: Zod, { min, max, fractional }: Bounded & Fractional, message: string) {
  const base = fractional ? z.number(message) : z.int(message);
  return base.check(z.minimum(min, message), z.maximum(max, message));
}

/** The schema is created at its first use. */
export function amountField<P extends string, S extends Bounds & Fractional>(
  path: P,
  spec: S,
  expectation: (field: S & Bounded) => string,
) {
  const field = { ...spec, ...bounds(spec) };
  return { ...field, path, schema: lazily((z: Zod) => boundedSchema(z, field, expectation(field))) };
}

const grouped = lazily(() => new Intl.NumberFormat("en", { maximumFractionDigits: 6 }));

/**
 * Formats a number as "1,048,576". Integers are formatted without `Intl`, which is slow to initialize and
 * which many pages need for nothing else.
 */
export function formatNumber(value: number): string {
  if (!Number.isSafeInteger(value)) return grouped().format(value);
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** The unit is empty for a bare number. */
export interface Amount {
  amount: number;
  unit: string;
}

/** Matches digits in groups of three with the same separator between all groups. */
const groups = /(?<![\d.,])([1-9]\d{0,2})([,\u00a0\u202f _'’])(\d{3}(?:\2\d{3})*)(?!\d)/g;
const pointGroups = /(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.,])/;

/**
 * Parses the amounts in a text, such as "500 000", "25 MiB" or "1h 30m". Amounts are never negative. Takes linear time
 * for any text.
 * @param options.fractional if set, a period is always a decimal point. If not, "1.000" is refused, because it may mean
 * one thousand
 */
export function amountsIn(text: string, hint: string, options?: { fractional?: true }): Parsed<Amount[]> {
  const plain = text.trim().replace(groups, (_, head: string, _mark, rest: string) => {
    return head + rest.replace(/\D/g, "");
  });
  const pointed = options?.fractional ? null : pointGroups.exec(plain);
  if (pointed) {
    const whole = pointed[0].replaceAll(".", "");
    return refused(
      `“${pointed[0]}” can mean two things. Write ${formatNumber(Number(whole))} for the whole number, or a fraction with fewer decimals.`,
    );
  }
  if (/\d,\d/.test(plain))
    return refused(
      "Write decimals with a point (1.5). Use commas only between groups of three digits (1,500).",
    );
  const amounts: Amount[] = [];
  let end = 0;
  for (const match of plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-zµ]*)[\s,]*/giy)) {
    amounts.push({ amount: Number(match[1]), unit: match[2] ?? "" });
    end = match.index + match[0].length;
  }
  return amounts.length === 0 || end < plain.length ? refused(hint) : accepted(amounts);
}

/**
 * Reads a number from the file. If a double cannot represent the number, the nearest double is used, and the
 * schema reports the problem.
 */
export function readNumber(raw: unknown): RightType | WrongType {
  if (typeof raw === "bigint") return { value: Number(raw) };
  return typeof raw === "number" && Number.isFinite(raw) ? { value: raw } : {};
}

export function amountKind<F extends Bounded>(
  expectation: (field: F) => string,
  readTyped: (text: string, field: F) => Parsed<number>,
  show: (value: number, field: F) => string,
) {
  return {
    parse(raw: unknown, field: F): Parsed {
      if (typeof raw === "string") return readTyped(raw, field);
      if (typeof raw === "bigint") return accepted(Number(raw));
      return typeof raw === "number" ? accepted(raw) : refused(expectation(field), "WRONG_TYPE");
    },
    read: readNumber,
    jsonSchema: ({ min, max }: F) => ({ type: ["integer", "null"], minimum: min, maximum: max }),
    describe: (value: unknown, field: F) => (typeof value === "number" ? show(value, field) : undefined),
    facts: (field: F) => rangeFacts(field, (value) => show(value, field)),
  };
}

/**
 * Rounds to 15 digits, because the product of a decimal fraction and a unit can be slightly wrong, as in 1.1 × 1000.
 */
export const product = (amount: number, size: number): number => Number((amount * size).toPrecision(15));

export function writtenAmount(units: readonly Unit[], value: unknown): { text: string; unit: number } {
  if (typeof value !== "number") return { text: typeof value === "string" ? value : "", unit: 0 };
  const unit =
    value === 0
      ? 0
      : Math.max(
          0,
          units.findLastIndex(({ size }) => value % size === 0),
        );
  return { text: String(value / (units[unit]?.size ?? 1)), unit };
}

export function withUnit(text: string, unit: Unit | undefined): string {
  return unit !== undefined && /\d\s*$/.test(text) ? `${text} ${unit.name}` : text;
}
