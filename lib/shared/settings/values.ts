import type { Problem } from "@/lib/shared/contract/config-snapshot";
import { isObject } from "@/lib/shared/json/value";
import { type Edition, editionOf } from "./editions";
import type { Field } from "./field";
import { type Registry, specified } from "./registry";
import { isLong } from "./long-lists";
import { copyGroups, getAt, setAt } from "./paths";
import { hideInText, hideCredentials } from "./credentials";
import { readValue } from "./read-value";
import type { SettingPath, SettingReader, SettingValue } from "./types";
import { kindOf } from "./kinds";
import { describeRaw, type ReadProblem } from "./kinds/kind";

export { getAt, setAt } from "./paths";

export type Values = Record<string, unknown>;

/**
 * Returns the file's value at a path in the neutral naming. The names of options in the value are neutral, too.
 * Undefined if the key is not set.
 */
export type RawOf = (path: string) => unknown;

export interface Effective {
  /**
   * The effective values of all settings as nested objects, in the neutral naming. Contains secrets: call `redact`
   * before the values leave the server.
   */
  values: Values;
  problems: Problem[];
}

/**
 * @param rawOf called for each setting and for each group (`limits`, `limits.rate`). For a group, it must
 * return an object, null or undefined; any other value is reported as an error
 */
export function effectiveValues(rawOf: RawOf, { containerPaths, fields }: Registry = specified): Effective {
  const values: Values = {};
  const problems = containerPaths.flatMap((path) => containerProblem(path, rawOf(path)) ?? []);
  for (const id of containerPaths) if (!id.includes(".")) setAt(values, id, {});
  for (const field of fields) {
    const { value, problem } = readValue(field, rawOf(field.path));
    setAt(values, field.path, isLong(value) ? value : structuredClone(value));
    if (problem) problems.push(asProblem(field, problem));
  }
  return { values, problems };
}

function containerProblem(path: string, raw: unknown): Problem | undefined {
  if (raw === undefined || raw === null || isObject(raw)) return undefined;
  const message = `${path} is ${describeRaw(raw, true)}, but an object with settings is expected. The form shows the defaults, and the instance may crash at startup. Remove it, so that the defaults apply, or fix it in the raw JSON.`;
  const fix = { label: "Remove it", repair: { kind: "remove" as const, path } };
  return { path, severity: "error", code: "wrong-type", message, fix };
}

/** Hides credentials in the message and in the fix. */
function asProblem(field: Field, { severity, message, correction, isWrongType }: ReadProblem): Problem {
  const { path, kind } = field;
  const problem: Problem = {
    path,
    severity,
    message: hideInText(message),
    ...(isWrongType && { code: "wrong-type" }),
  };
  if (correction === undefined && isWrongType) {
    const label = kind === "secret" ? "Clear the secret" : "Use the default";
    return { ...problem, fix: { label, operations: [{ op: "unset", path }] } };
  }
  if (correction === undefined) return problem;
  const value = hideCredentials(correction, kindOf(field).memberKeys);
  const shown = typeof value === "string" ? `“${value}”` : JSON.stringify(value);
  return { ...problem, fix: { label: `Save as ${shown}`, operations: [{ op: "set", path, value }] } };
}

export function defaultDocument(registry: Registry = specified): Values {
  return effectiveValues(() => undefined, registry).values;
}

/** Returns a copy that may leave the server: secrets are null, and credentials in other settings are hidden. */
export function redact(values: Values, { fields }: Registry): Values {
  const copy = copyGroups(values);
  for (const field of fields) {
    const value = getAt(copy, field.path);
    if (field.kind === "secret" && value !== undefined) setAt(copy, field.path, null);
    else if (typeof value === "string" || Array.isArray(value))
      setAt(copy, field.path, hideCredentials(value, kindOf(field).memberKeys));
  }
  return copy;
}

/** Typed access to effective values, including secrets. Only server code may use it. */
export interface Settings extends SettingReader {
  readonly edition: Edition;
}

export function settingsOf(values: Values, edition: Edition = editionOf("neutral")): Settings {
  return {
    edition,
    get<P extends SettingPath>(path: P): SettingValue<P> {
      const value = getAt(values, path);
      // The type is correct, because `readValue` returns a value of the setting's type or its default.
      // An edition file may lack settings of the specification, which then have the specification's defaults.
      const field =
        value === undefined ? (edition.registry.fieldAt(path) ?? specified.fieldAt(path)) : undefined;
      return (value === undefined ? field?.default : value) as SettingValue<P>;
    },
  };
}
