import type { Field } from "./field";
import type { Severity } from "./document";
import { readRegions } from "./read-regions";
import type { ReadProblem, ReadResult } from "./read-result";
import { describeRaw, expectation } from "./wording";

const MAX_UNSIGNED_64 = 2n ** 64n - 1n;

/**
 * Turns what the file holds into the effective value.
 * - Absent and null mean unset: the default, without a problem.
 * - A value of a wrong type: the default, with an error, because the instance may crash at its start.
 * - The right type but not allowed: the value, with a problem; the instance reads it as it is.
 * Whole numbers beyond 2^53 have to arrive as `bigint`, or their last digits are lost before this function sees them.
 */
export function readValue(field: Field, raw: unknown): ReadResult {
  if (raw === undefined || raw === null) return { value: field.default };
  switch (field.kind) {
    case "snowflake":
    case "bitfield":
      return readId(field, raw);
    case "number":
    case "duration":
    case "bytes":
      return readNumber(field, raw);
    case "boolean":
      return typeof raw === "boolean" ? { value: raw } : wrongType(field, raw, booleanMeant(raw));
    case "enum":
      return field.numeric ? readNumber(field, raw) : readText(field, raw);
    case "string-list":
    case "feature-list":
      return readTextList(field, raw);
    case "region-list":
      return Array.isArray(raw) ? readRegions(field, raw) : wrongType(field, raw);
    case "text":
    case "url":
    case "email":
    case "secret":
      return readText(field, raw);
  }
}

function wrongType(field: Field, raw: unknown, meant?: unknown): ReadResult {
  const secret = field.kind === "secret";
  const problem: ReadProblem = {
    severity: "error",
    message: `This is ${describeRaw(raw, secret)}, but ${expectation(field)} is expected. The default is shown; the instance may crash at its start. ${
      secret ? "Replace or clear the secret." : "Set a new value, or reset the setting."
    }`,
  };
  if (!secret && meant !== undefined && field.schema.safeParse(meant).success) problem.correction = meant;
  return { value: field.default, problem };
}

/** Keeps the value and reports what its schema says about it. */
function checked(field: Field, value: unknown, severity: Severity): ReadResult {
  const result = field.schema.safeParse(value);
  if (result.success) return { value };
  const reason = result.error.issues[0]?.message ?? `This is not ${expectation(field)}.`;
  return {
    value,
    problem: { severity, message: `The value in the file is not one that the panel accepts. ${reason}` },
  };
}

function readText(field: Field, raw: unknown): ReadResult {
  if (typeof raw !== "string") {
    const meant = typeof raw === "number" || typeof raw === "bigint" ? String(raw) : undefined;
    return wrongType(field, raw, meant);
  }
  return checked(field, raw, field.kind === "enum" ? "error" : "warning");
}

function readNumber(field: Field, raw: unknown): ReadResult {
  if (typeof raw === "bigint") return checked(field, Number(raw), "warning");
  if (typeof raw === "number" && Number.isFinite(raw)) return checked(field, raw, "warning");
  const meant = typeof raw === "string" && /^-?\d+(\.\d+)?$/.test(raw.trim()) ? Number(raw) : undefined;
  return wrongType(field, raw, meant);
}

function booleanMeant(raw: unknown): boolean | undefined {
  if (raw === "true" || raw === 1) return true;
  if (raw === "false" || raw === 0) return false;
  return undefined;
}

function readId(field: Field, raw: unknown): ReadResult {
  if (typeof raw === "string") return checked(field, raw, "warning");
  const isWhole = typeof raw === "bigint" || (typeof raw === "number" && Number.isSafeInteger(raw));
  if (!isWhole || raw < 0 || BigInt(raw) > MAX_UNSIGNED_64) return wrongType(field, raw);
  const text = String(raw);
  const loses = typeof raw === "bigint";
  return {
    value: text,
    problem: {
      severity: "warning",
      message: `${text} is written as a number; the instance ${
        loses ? "reads it imprecisely" : "expects text, and loses digits of longer ones"
      }. Save it as text.`,
      correction: text,
    },
  };
}

function readTextList(field: Field, raw: unknown): ReadResult {
  if (!Array.isArray(raw)) return wrongType(field, raw, typeof raw === "string" ? [raw] : undefined);
  const items: unknown[] = raw;
  const at = items.findIndex((item) => typeof item !== "string");
  if (at === -1) return checked(field, raw, "warning");
  const meant = items.map((item) =>
    typeof item === "number" || typeof item === "bigint" ? String(item) : item,
  );
  const fits = field.schema.safeParse(meant).success;
  const spelled = fits ? ` Write ${JSON.stringify(meant)}, with every element in quotation marks.` : "";
  return {
    value: field.default,
    problem: {
      severity: "error",
      message: `Element ${at + 1} of the list is ${describeRaw(items[at], false)}, but ${expectation(field)} is expected. The default is shown; the instance may refuse what the list was meant to allow.${spelled}`,
      ...(fits ? { correction: meant } : {}),
    },
  };
}
