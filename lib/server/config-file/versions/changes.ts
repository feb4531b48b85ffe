import "server-only";
import type { SettingChange } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { hideCredentials, isCredential } from "@/lib/shared/settings/credentials";
import { isObject, type JsonValue, sameJson } from "@/lib/shared/json/value";
import { type Reading, unknownValues } from "../reading";

/**
 * Whether the whole value at a path must be kept from the browser: a secret setting, or a key named like a credential.
 * Of other values, only the parts that `browserValue` hides.
 */
export function isSecret(path: string, value?: unknown): boolean {
  const field = settingOfAny(path);
  if (field) return field.kind === "secret";
  return isCredential(keysIn(path), value);
}

/** The keys that lead to a value and may name it a credential; a setting is declared a secret or not. */
const keysIn = (path: string): string[] => (settingOfAny(path) ? [] : path.split(/[."[\]]+/));

/** A value with its credentials hidden, also those in a list below a key that is named like one. */
export const withoutCredentials = (path: string, value: unknown): unknown =>
  hideCredentials(value, keysIn(path));

/** The settings whose values differ; null means a version that cannot be read. */
function changedSettings(before: Reading | null, after: Reading | null): string[] {
  return settingPaths(before, after).filter((path) => !sameJson(before?.rawOf(path), after?.rawOf(path)));
}

/** Of the editions of both versions. */
function settingPaths(...readings: (Reading | null)[]): string[] {
  const paths = readings.flatMap((reading) => reading?.edition.registry.fields.map(({ path }) => path) ?? []);
  return [...new Set(paths)];
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
export const changesBetween = (before: Reading | null, after: Reading | null): SettingChange[] =>
  changesAt(changedPaths(before, after), before, after);

function changesAt(paths: readonly string[], before: Reading | null, after: Reading | null): SettingChange[] {
  const [old, now] = [before && unknownValues(before), after && unknownValues(after)];
  const settings = new Set(settingPaths(before, after));
  return paths.map((path) => {
    const known = settings.has(path);
    const was = known ? before?.rawOf(path) : old?.get(path);
    const is = known ? after?.rawOf(path) : now?.get(path);
    if (!isHiddenBetween(path, was, is))
      return { path, known, before: browserValue(path, was), after: browserValue(path, is) };
    const secret = was == null ? "set" : is == null ? "cleared" : "replaced";
    return { path, known, secret, before: null, after: null };
  });
}

/** Whether all that can be shown of a change is that there is one, as only hidden parts differ. */
export function isHiddenBetween(path: string, was: unknown, is: unknown): boolean {
  if (isSecret(path, was) || isSecret(path, is)) return true;
  return !sameJson(was, is) && sameJson(withoutCredentials(path, was), withoutCredentials(path, is));
}

/** The most changes that are listed: more than there are settings, which come first. */
export const mostListed = 500;
/** The most characters of a value in a list of changes. */
const longest = 4_000;

export interface Listed {
  readonly changes: SettingChange[];
  /** How many more there are. */
  readonly more?: number;
}

/** The same as a list of a bounded length, whatever changed. */
export function listedChanges(before: Reading | null, after: Reading | null): Listed {
  const paths = changedPaths(before, after);
  const more = paths.length - mostListed;
  return {
    changes: changesAt(paths.slice(0, mostListed), before, after).map((change) => ({
      ...change,
      before: shortened(change.before),
      after: shortened(change.after),
    })),
    ...(more > 0 && { more }),
  };
}

/** A value of a bounded length. */
export function shortened(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text === undefined || text.length <= longest) return value;
  if (!Array.isArray(value)) return `${text.slice(0, longest)}…`;
  let rest = longest;
  const shown = value.filter((item) => (rest -= JSON.stringify(item).length) > 0);
  return [...shown, `… ${(value.length - shown.length).toLocaleString("en")} more`];
}

/** A value in a form that the browser can receive: no bigint, no undefined, and no credentials. */
export function browserValue(path: string, value: JsonValue | undefined): unknown {
  return value === undefined ? null : withoutBigInt(withoutCredentials(path, value));
}

function withoutBigInt(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(withoutBigInt);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBigInt(item)]));
}
