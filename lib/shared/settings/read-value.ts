import { type Field, kindOf } from "@/lib/shared/settings/kinds";
import { describeRaw, type ReadProblem, type ReadResult, type RightType } from "./kinds/kind";
import { hiddenRefusal, hiddenWarning, trimmedText } from "./kinds/hidden-characters";
import { unfilled } from "../json/cause";
import { checkValue, parseValue } from "./parse-value";
import { z } from "./zod";

/**
 * Converts the file's value to the effective value.
 * - If the value is absent or null, the setting is unset: returns the default.
 * - If the type is right but the value is not allowed: returns the value with a problem, because the
 *   instance uses it.
 * @param raw integers beyond 2^53 must be `bigint`, because a number would have lost their last digits
 */
export function readValue(field: Field, raw: unknown): ReadResult {
  if (raw === undefined || raw === null) return { value: field.default };
  const read = kindOf(field).read(raw, field, z);
  return "value" in read ? judged(field, raw, read) : wrongType(field, raw, read.meant ?? raw);
}

function judged(field: Field, raw: unknown, { value, problem, severity = "warning" }: RightType): ReadResult {
  if (problem) return { value, problem };
  const [issue] = checkValue(field, value).error?.issues ?? [];
  const doubt = typeof value === "string" ? doubtOf(field, value) : undefined;
  if (doubt !== undefined) return { value, problem: { severity: "warning", message: doubt } };
  if (issue === undefined) return { value };
  const message = `The value in the file is not valid. ${issue.message}`;
  return { value, problem: withCorrection({ severity, message }, field, raw) };
}

/** Matches a placeholder that a template engine would have replaced: `${NAME}`, `{{ name }}` or `<%= name %>`. */
const placeholder = /\$\{[^{}]*\}|\{\{[^{}]*\}\}|<%.*%>/;

/** Returns why a text of the right type is probably not meant. Never contains the text. */
function doubtOf(field: Field, text: string): string | undefined {
  if (placeholder.test(text)) return unfilled;
  if (field.kind === "text" && field.multiline) return undefined;
  if (trimmedText(text) !== text)
    return "The value in the file starts or ends with blanks or invisible characters. Save it again without them.";
  return hiddenRefusal(text) ?? hiddenWarning(text);
}

function wrongType(field: Field, raw: unknown, meant: unknown): ReadResult {
  const secret = field.kind === "secret";
  const description = describeRaw(raw, secret);
  const message = `This is ${description}, but ${kindOf(field).expects(field)} is expected. The form shows the default, and the instance may crash at startup. ${
    secret ? "Replace or clear the secret." : "Enter a new value, or use the default."
  }${typeof raw === "string" && placeholder.test(raw) ? ` ${unfilled}` : ""}`;
  const problem: ReadProblem = { severity: "error", message, isWrongType: true };
  return { value: field.default, problem: withCorrection(problem, field, meant) };
}

function withCorrection(problem: ReadProblem, field: Field, meant: unknown): ReadProblem {
  const parsed = field.kind === "secret" ? undefined : parseValue(field, meant);
  return parsed?.ok && parsed.value !== null ? { ...problem, correction: parsed.value } : problem;
}
