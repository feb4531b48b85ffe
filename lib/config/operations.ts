import type { InputProblem, Operation } from "./document";
import type { Field } from "./field";
import { isObject } from "./json";
import { containerPaths, fieldAt } from "./registry";
import { completeRegion } from "./read-regions";
import { nearestPath } from "./nearest";
import { describeRaw, expectation } from "./wording";

/**
 * What is wrong with a list of edits: one problem per path, in the order of the operations; empty when all can be
 * applied. Messages never repeat a secret.
 */
export function checkOperations(operations: readonly Operation[]): InputProblem[] {
  const problems = new Map<string, InputProblem>();
  const seen = new Set<string>();
  for (const operation of operations) {
    const { path } = operation;
    const fault = seen.has(path)
      ? { path, code: "DUPLICATE", message: "This setting is named twice in one request. Name it once." }
      : faultOf(operation);
    seen.add(path);
    if (fault && !problems.has(path)) problems.set(path, fault);
  }
  return [...problems.values()];
}

function faultOf(operation: Operation): InputProblem | undefined {
  const { path } = operation;
  const field = fieldAt(path);
  if (field === undefined) return { path, code: "UNKNOWN_SETTING", message: unknownMessage(path) };
  if (operation.op === "unset" || operation.value === null) return undefined;
  return valueFault(field, operation.value);
}

/** Why a value cannot be given to a setting; undefined when it can. */
function valueFault(field: Field, value: unknown): InputProblem | undefined {
  const result = field.schema.safeParse(prepare(field, value));
  if (result.success) return undefined;
  const issue = result.error.issues[0];
  const place = placeOf(issue?.path ?? []);
  const wrongType = issue?.code === "invalid_type";
  const code = wrongType ? "WRONG_TYPE" : "INVALID_VALUE";
  if (issue === undefined || (wrongType && !tellsBounds(field))) {
    const found = describeRaw(valueAt(value, issue?.path ?? []), field.kind === "secret");
    const expected =
      place === "" ? expectation(field) : (elementExpectations[issue?.expected ?? ""] ?? "a text");
    return { path: field.path, code, message: `${place}This is ${found}, but ${expected} is expected.` };
  }
  return { path: field.path, code, message: `${place}${issue.message}` };
}

/** What stands inside lists, by zod's name of the type. */
const elementExpectations: Record<string, string> = { object: "an object", boolean: "true or false" };

/** Where in a list a fault lies: "Element 2, name: ". Empty for the value as a whole. */
function placeOf(path: readonly PropertyKey[]): string {
  const [index, ...keys] = path;
  return typeof index === "number" ? `${[`Element ${index + 1}`, ...keys.map(String)].join(", ")}: ` : "";
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((here, key) => (here as Record<PropertyKey, unknown> | null)?.[key], value);
}

/** Numbers say what is allowed in the message of a wrong type too. */
function tellsBounds(field: Field): boolean {
  return field.kind === "number" || field.kind === "duration" || field.kind === "bytes";
}

function unknownMessage(path: string): string {
  if (containerPaths.includes(path)) {
    return `${path} is a group of settings, not a setting. Name a setting in it, such as ${path}.<key>.`;
  }
  const near = nearestPath(path);
  const hint = near === undefined ? "The settings reference lists them all." : `Did you mean ${near}?`;
  return `There is no setting ${path}. ${hint}`;
}

/** A list of regions may leave out keys that have a default. */
function prepare(field: Field, value: unknown): unknown {
  if (field.kind !== "region-list" || !Array.isArray(value)) return value;
  return value.map((element: unknown) => (isObject(element) ? completeRegion(element) : element));
}

/**
 * The edits as they are applied: setting to null unsets, texts are trimmed where the setting trims them, regions are
 * complete. Call it with operations that `checkOperations` accepts.
 */
export function normaliseOperations(operations: readonly Operation[]): Operation[] {
  return operations.map((operation): Operation => {
    const { op, path } = operation;
    if (op === "unset" || operation.value === null) return { op: "unset", path };
    const field = fieldAt(path);
    if (field === undefined) return operation;
    if (field.kind === "region-list") return { op, path, value: prepare(field, operation.value) };
    if (typeof operation.value !== "string") return operation;
    const parsed = field.schema.safeParse(operation.value);
    return { op, path, value: parsed.success ? parsed.data : operation.value };
  });
}
