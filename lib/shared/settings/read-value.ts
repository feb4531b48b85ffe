import { type Field, kindOf } from "@/lib/shared/settings/kinds";
import type { ReadProblem, ReadResult, RightType } from "@/lib/shared/settings/kinds/kind";
import { describeRaw } from "@/lib/shared/settings/kinds/raw";
import { parseValue } from "./parse-value";

/**
 * Turns what the file holds into the effective value.
 * - Absent and null mean unset: the default, without a problem.
 * - A value of a wrong type: the default, with an error, because the instance may crash at its start.
 * - The right type but not allowed: the value, with a problem; the instance reads it as it is.
 * Whole numbers beyond 2^53 have to arrive as `bigint`, or their last digits are lost before this function sees them.
 */
export function readValue(field: Field, raw: unknown): ReadResult {
  if (raw === undefined || raw === null) return { value: field.default };
  const read = kindOf(field).read(raw, field);
  return "value" in read ? judged(field, raw, read) : wrongType(field, raw, read.meant ?? raw);
}

/** Keeps the value and reports what its schema says about it. */
function judged(field: Field, raw: unknown, { value, problem, severity = "warning" }: RightType): ReadResult {
  if (problem) return { value, problem };
  const [issue] = field.schema().safeParse(value).error?.issues ?? [];
  if (issue === undefined) return { value };
  const message = `The value in the file is not valid. ${issue.message}`;
  return { value, problem: withCorrection({ severity, message }, field, raw) };
}

function wrongType(field: Field, raw: unknown, meant: unknown): ReadResult {
  const secret = field.kind === "secret";
  const found = describeRaw(raw, secret);
  const message = `This is ${found}, but ${kindOf(field).expects(field)} is expected. The form shows the default, and the instance may crash at startup. ${
    secret ? "Replace or clear the secret." : "Enter a new value, or use the default."
  }`;
  return { value: field.default, problem: withCorrection({ severity: "error", message }, field, meant) };
}

/** Adds what setting the value again would store, if the panel would accept it. */
function withCorrection(problem: ReadProblem, field: Field, meant: unknown): ReadProblem {
  const parsed = field.kind === "secret" ? undefined : parseValue(field, meant);
  return parsed?.ok && parsed.value !== null ? { ...problem, correction: parsed.value } : problem;
}
