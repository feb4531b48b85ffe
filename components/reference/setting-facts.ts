import { describeDefault } from "@/components/form/describe";
import type { Field } from "@/lib/config/field";
import { formatBytes, formatDuration, formatNumber } from "@/lib/config/format";
import { expectation } from "@/lib/config/wording";

export interface Fact {
  name: string;
  text: string;
  /** As it is written in the file. */
  isCode?: true;
}

/** What a reader of the reference must know to write a setting by hand. */
export function factsOf(field: Field): Fact[] {
  return [
    { name: "Type", text: typeOf(field) },
    ...rangeOf(field),
    { name: "Default", text: describeDefault(field) },
    ...inFile(field),
    ...(field.deprecated ? [{ name: "Deprecated", text: field.deprecated }] : []),
    ...(field.unused ? [{ name: "Unused", text: "The instance does not read it." }] : []),
  ];
}

function typeOf(field: Field): string {
  const text = expectation(field);
  const unit = field.kind === "number" && field.unit ? ` of ${field.unit}` : "";
  const secret = field.kind === "secret" ? ", secret" : "";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${unit}${secret}`;
}

/** Largest numbers that stand for "no limit of its own" are not worth a line. */
function rangeOf(field: Field): Fact[] {
  if (field.kind === "enum") return field.options.map(({ value, label }) => ({ name: value, text: label }));
  if (field.kind !== "number" && field.kind !== "duration" && field.kind !== "bytes") return [];
  const { min, max } = field;
  const show = (value: number) =>
    field.kind === "duration"
      ? formatDuration(value, field.fileUnit)
      : field.kind === "bytes"
        ? formatBytes(value)
        : formatNumber(value);
  if (max === Number.MAX_SAFE_INTEGER) return min > 0 ? [{ name: "At least", text: show(min) }] : [];
  return [{ name: "Range", text: `${show(min)} to ${show(max)}` }];
}

/** The default as JSON, where its words say it in another unit. */
function inFile(field: Field): Fact[] {
  if (field.default === null || typeof field.default === "string") return [];
  return [{ name: "In the file", text: JSON.stringify(field.default), isCode: true }];
}
