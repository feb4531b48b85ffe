import "server-only";
import type { SettingChange } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { hideCredentials, isCredential } from "@/lib/shared/settings/credentials";
import { isObject, type JsonValue, sameJson } from "@/lib/shared/json/value";
import { type Reading, unknownValues } from "../reading";

/**
 * Whether the browser must not receive the whole value at a path, because it is a secret setting or its key has a
 * credential's name. `browserValue` hides only parts of all other values.
 */
export function isSecret(path: string, value?: unknown): boolean {
  const field = settingOfAny(path);
  if (field) return field.kind === "secret";
  return isCredential(keysIn(path), value);
}

/**
 * The keys that lead to a value and whose names may mark it as a credential. None for a setting, which is declared
 * secret or not.
 */
const keysIn = (path: string): string[] => (settingOfAny(path) ? [] : path.split(/[."[\]]+/));

/** A value with its credentials hidden, including those in a list below a key that has a credential's name. */
export const withoutCredentials = (path: string, value: unknown): unknown =>
  hideCredentials(value, keysIn(path));

/**
 * Whether a value that somebody sent contains a secret. A preview never compares it with the stored one, because
 * the answer would confirm a guess.
 */
export const namesSecret = (path: string, value: unknown): boolean =>
  value != null && (isSecret(path, value) || !sameJson(withoutCredentials(path, value), value));

/** The settings whose values differ. Null stands for a version that cannot be read. */
function changedSettings(before: Reading | null, after: Reading | null): string[] {
  return settingPaths(before, after).filter((path) => !sameJson(before?.rawOf(path), after?.rawOf(path)));
}

/** The settings of both versions' editions. */
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

/** The same changes with their values, redacted. */
export const changesBetween = (before: Reading | null, after: Reading | null): SettingChange[] =>
  changesAt(changedPaths(before, after), before, after);

/** The changes at these paths, with their values, redacted. `isNew`: secrets to report as new even if they are equal. */
export function changesAt(
  paths: readonly string[],
  before: Reading | null,
  after: Reading | null,
  isNew: (path: string) => boolean = () => false,
): SettingChange[] {
  const [old, now] = [before && unknownValues(before), after && unknownValues(after)];
  const settings = new Set(settingPaths(before, after));
  return paths.map((path) => {
    const known = settings.has(path);
    const was = known ? before?.rawOf(path) : old?.get(path);
    const is = known ? after?.rawOf(path) : now?.get(path);
    if (!isHiddenBetween(path, was, is) && !(isNew(path) && sameJson(was, is)))
      return { path, known, before: browserValue(path, was), after: browserValue(path, is) };
    const secret = was == null ? "set" : is == null ? "cleared" : "replaced";
    return { path, known, secret, before: null, after: null };
  });
}

/** Whether only hidden parts of a value changed, so that the change can be reported but not shown. */
export function isHiddenBetween(path: string, was: unknown, is: unknown): boolean {
  if (isSecret(path, was) || isSecret(path, is)) return true;
  return !sameJson(was, is) && sameJson(withoutCredentials(path, was), withoutCredentials(path, is));
}

/** The maximum number of listed changes. It exceeds the number of settings, which come first. */
export const mostListed = 500;
/** The maximum length of a value in a list of changes, in characters. */
const longest = 4_000;

export interface Listed {
  readonly changes: SettingChange[];
  /** How many changes are not listed. */
  readonly more?: number;
}

/** The changes as a list of limited length. */
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

/** A value shortened to a limited length. */
export function shortened(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text === undefined || text.length <= longest) return value;
  if (!Array.isArray(value)) return `${text.slice(0, longest)}…`;
  let rest = longest;
  const shown = value.filter((item) => (rest -= JSON.stringify(item).length) > 0);
  return [...shown, `… ${(value.length - shown.length).toLocaleString("en")} more`];
}

/** A value that can be sent to the browser: without bigint, undefined, or credentials. */
export function browserValue(path: string, value: JsonValue | undefined): unknown {
  return value === undefined ? null : withoutBigInt(withoutCredentials(path, value));
}

function withoutBigInt(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(withoutBigInt);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBigInt(item)]));
}
