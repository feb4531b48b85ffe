import "server-only";
import type { z } from "zod";
import { AppError, type InputProblem } from "@/lib/errors";

/** The messages for values of the wrong type, by expected type. Clients of this API know these codes. */
const WRONG_TYPE: Readonly<Record<string, readonly [code: string, message: string]>> = {
  string: ["STRING_TYPE_CONVERT", "Could not interpret the value as string."],
  boolean: ["BOOLEAN_TYPE_CONVERT", "Must be either true or false."],
  object: ["DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType"],
};

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  );
}

function asProblem(issue: z.core.$ZodIssue, input: unknown): InputProblem {
  const path = issue.path.join(".");
  const missing = issue.code === "invalid_type" && path !== "" && valueAt(input, issue.path) == null;
  if (missing || issue.code === "too_small") {
    return { path, code: "BASE_TYPE_REQUIRED", message: "This field is required" };
  }
  if (issue.code === "invalid_type") {
    const [code, message] = WRONG_TYPE[issue.expected] ?? ["BASE_TYPE_BAD_TYPE", issue.message];
    return { path, code, message };
  }
  const named: unknown = issue.code === "custom" ? issue.params?.code : undefined;
  return { path, code: typeof named === "string" ? named : "BASE_TYPE_INVALID", message: issue.message };
}

/** @throws AppError `invalid-input` with one problem per invalid field */
export function parseForm<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new AppError("invalid-input", undefined, {
    problems: result.error.issues.map((issue) => asProblem(issue, input)),
  });
}

interface FieldErrors {
  [field: string]: FieldErrors | { code: string; message: string }[];
}

/**
 * Returns problems in the format that clients of this API expect: `{ name: { _errors: [{ code, message }] } }`.
 * Problems of the body itself are at the root.
 */
export function renderProblems(problems: readonly InputProblem[]): FieldErrors {
  const root: FieldErrors = {};
  for (const { path, code = "BASE_TYPE_INVALID", message } of problems) {
    let place = root;
    for (const part of path === "" ? [] : path.split(".")) place = (place[part] ??= {}) as FieldErrors;
    (place._errors = (place._errors ?? []) as { code: string; message: string }[]).push({ code, message });
  }
  return root;
}
