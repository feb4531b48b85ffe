import SearchableMap from "minisearch/SearchableMap";
import type { InputProblem, Operation } from "../contract/config-snapshot";
import { parseValue } from "./parse-value";
import type { Registry } from "./registry";

/**
 * Returns the problems with a list of operations, at most one per path, in the order of the operations.
 * Returns none if all operations can be applied. Messages never contain a secret.
 */
export function checkOperations(operations: readonly Operation[], registry: Registry): InputProblem[] {
  const problems = new Map<string, InputProblem>();
  const visitedPaths = new Set<string>();
  for (const operation of operations) {
    const { path } = operation;
    const fault = visitedPaths.has(path)
      ? { path, code: "DUPLICATE", message: "This setting is named twice in one request. Name it once." }
      : faultOf(operation, registry);
    visitedPaths.add(path);
    if (fault && !problems.has(path)) problems.set(path, fault);
  }
  return [...problems.values()];
}

function faultOf(operation: Operation, registry: Registry): InputProblem | undefined {
  const { path } = operation;
  const field = registry.fieldAt(path);
  if (field === undefined) return { path, code: "UNKNOWN_SETTING", message: unknownMessage(path, registry) };
  const parsed = operation.op === "unset" ? undefined : parseValue(field, operation.value);
  return parsed === undefined || parsed.ok ? undefined : { path, code: parsed.code, message: parsed.message };
}

function unknownMessage(path: string, registry: Registry): string {
  if (registry.containerPaths.includes(path)) {
    return `${path} is a group of settings, not a setting. Name a setting in it, such as ${path}.<key>.`;
  }
  const near = nearestPath(path, registry);
  const hint = near === undefined ? "The settings reference lists them all." : `Did you mean ${near}?`;
  return `There is no setting ${path}. ${hint}`;
}

/** Turns an operation that sets null into one that unsets the key. */
export function normalizeOperations(operations: readonly Operation[], registry: Registry): Operation[] {
  return operations.map((operation): Operation => {
    const field = registry.fieldAt(operation.path);
    if (operation.op === "unset" || field === undefined) return operation;
    const parsed = parseValue(field, operation.value);
    if (!parsed.ok) return operation;
    const { path } = operation;
    return parsed.value === null ? { op: "unset", path } : { op: "set", path, value: parsed.value };
  });
}

interface Paths {
  readonly map: SearchableMap<string>;
  readonly longest: number;
}

const indexes = new WeakMap<Registry, Paths>();

function pathsOf(registry: Registry): Paths {
  const known = indexes.get(registry);
  if (known) return known;
  const paths = registry.fields.map(({ path }) => path);
  const pathIndex = {
    map: SearchableMap.from<string>(paths.map((path) => [path.toLowerCase(), path])),
    longest: Math.max(...paths.map(({ length }) => length)),
  };
  indexes.set(registry, pathIndex);
  return pathIndex;
}

/**
 * Returns the path that was probably intended: one that differs by a few typing errors, or one with the same
 * last key, preferably in the same section. Undefined if no path is similar.
 */
function nearestPath(path: string, registry: Registry): string | undefined {
  const typed = path.toLowerCase();
  return fewestErrors(typed, registry) ?? sameLastKey(typed, registry);
}

function fewestErrors(typed: string, registry: Registry): string | undefined {
  const { map, longest } = pathsOf(registry);
  const limit = Math.max(2, Math.floor(typed.length / 4));
  // Long texts are not compared, because the search would need quadratic memory, and such texts match no path.
  if (typed.length > longest + limit) return undefined;
  const near = [...map.fuzzyGet(typed, limit).values()];
  return near.toSorted(([, left], [, right]) => left - right)[0]?.[0];
}

function sameLastKey(typed: string, { fields }: Registry): string | undefined {
  const last = typed.split(".").at(-1) ?? "";
  const [section] = typed.split(".", 1);
  const candidates = fields.filter((field) => field.path.toLowerCase().split(".").at(-1) === last);
  return (candidates.find((field) => field.path.startsWith(`${section}.`)) ?? candidates[0])?.path;
}
