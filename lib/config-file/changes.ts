import "server-only";
import type { SettingChange } from "@/lib/config/history";
import { fieldAt, fields } from "@/lib/config/registry";
import { isPlainObject, type JsonValue, sameJson } from "./json";
import { type Reading, unknownValues } from "./reading";

/** Keys outside the registry whose names say that their value is nobody's business. */
const secretName = /(secret|password|passwd|token|key|signature|credentials?|dsn)$/i;
/** An address that carries a password: `amqp://user:password@host`. */
const credentialAddress = /^[a-z][a-z0-9+.-]*:\/\/[^/\s@]*:[^/\s@]+@/i;

/** Whether the value at a path must not reach the browser. Unknown keys are judged by name and value. */
export function isSecret(path: string, value?: unknown): boolean {
  const field = fieldAt(path);
  if (field) return field.kind === "secret";
  if (typeof value === "string" && credentialAddress.test(value)) return true;
  return path.split(/[."[\]]+/).some((segment) => secretName.test(segment));
}

/** The settings whose values differ; null stands for a version that cannot be read. */
export function changedSettings(before: Reading | null, after: Reading | null): string[] {
  return fields.map(({ path }) => path).filter((path) => !sameJson(before?.rawOf(path), after?.rawOf(path)));
}

/** The paths whose values differ: settings first, then keys that the registry does not know. */
export function changedPaths(before: Reading | null, after: Reading | null): string[] {
  const old: ReadonlyMap<string, JsonValue> = before ? unknownValues(before) : new Map();
  const now: ReadonlyMap<string, JsonValue> = after ? unknownValues(after) : new Map();
  const unknown = [...new Set([...old.keys(), ...now.keys()])].filter(
    (path) => !sameJson(old.get(path), now.get(path)),
  );
  return [...changedSettings(before, after), ...unknown];
}

/** The same with values, redacted. */
export function changesBetween(before: Reading | null, after: Reading | null): SettingChange[] {
  const [old, now] = [before ? unknownValues(before) : null, after ? unknownValues(after) : null];
  return changedPaths(before, after).map((path) => {
    const known = fieldAt(path) !== undefined;
    const was = known ? before?.rawOf(path) : old?.get(path);
    const is = known ? after?.rawOf(path) : now?.get(path);
    if (!isSecret(path, was) && !isSecret(path, is))
      return { path, known, before: browserValue(was), after: browserValue(is) };
    const secret = was == null ? "set" : is == null ? "cleared" : "replaced";
    return { path, known, secret, before: null, after: null };
  });
}

/** A value as the browser can take it: no bigint, no undefined, and nothing secret inside lists of objects. */
export function browserValue(value: JsonValue | undefined): unknown {
  if (value === undefined) return null;
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(browserValue);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      isSecret(key, item) ? null : browserValue(item as JsonValue),
    ]),
  );
}
