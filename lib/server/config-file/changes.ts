import "server-only";
import type { InputProblem } from "@/lib/errors";
import type { SettingChange } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { hideCredentials, hideTexts } from "@/lib/shared/settings/credentials";
import { kindOf } from "@/lib/shared/settings/kinds";
import { isObject, type JsonValue, sameJson } from "@/lib/shared/json/value";
import { summarize } from "@/lib/shared/settings/list-changes";
import { isLong } from "@/lib/shared/settings/long-lists";
import { counted } from "./long-lists";
import { sliceOf } from "@/lib/shared/json/tree";
import type { Version } from "./version";
import { replaceSecrets, type SecretPlace, secretPlaces } from "./secrets";

/**
 * Whether the whole value at a path is hidden from the browser: the value of a secret setting, or the text of
 * an unrecognized key, which may be a secret.
 */
export function isSecret(path: string, value?: unknown): boolean {
  const field = settingOfAny(path);
  return field ? field.kind === "secret" : typeof value === "string";
}

export function withoutCredentials(path: string, value: unknown): unknown {
  const field = settingOfAny(path);
  return field ? hideCredentials(value, kindOf(field).memberKeys) : hideTexts(value);
}

function changedSettings(before: Version | null, after: Version | null): string[] {
  return settingPaths(before, after).filter((path) => !sameJson(before?.rawOf(path), after?.rawOf(path)));
}

function settingPaths(...versions: (Version | null)[]): string[] {
  const paths = versions.flatMap((version) => version?.edition.registry.fields.map(({ path }) => path) ?? []);
  return [...new Set(paths)];
}

export function changedPaths(before: Version | null, after: Version | null): string[] {
  const [old, now] = [before?.unrecognized, after?.unrecognized];
  const unrecognized = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].filter(
    (path) => !sameJson(old?.get(path)?.value, now?.get(path)?.value),
  );
  return [...changedSettings(before, after), ...unrecognized];
}

/** What stops working because a save replaces or clears a key, such as "Token signing key: Signs everybody out." */
export function consequencesOf(before: Version | null, after: Version): InputProblem[] {
  return after.edition.registry.fields.flatMap((field) => {
    if (field.kind !== "secret" || field.replacing === undefined) return [];
    const stored = before?.rawOf(field.path);
    if (stored == null || sameJson(stored, after.rawOf(field.path))) return [];
    return [{ path: field.path, message: `${field.label}: ${field.replacing}` }];
  });
}

export const changesBetween = (before: Version | null, after: Version | null): SettingChange[] =>
  changesAt(changedPaths(before, after), before, after);

/** If `isNew` returns true, a secret is reported as new even if it is unchanged. */
export function changesAt(
  paths: readonly string[],
  before: Version | null,
  after: Version | null,
  isNew: (path: string) => boolean = () => false,
): SettingChange[] {
  const settings = new Set(settingPaths(before, after));
  return paths.map((path) => {
    const known = settings.has(path);
    const oldValue = known ? before?.rawOf(path) : before?.unrecognized.get(path)?.value;
    const newValue = known ? after?.rawOf(path) : after?.unrecognized.get(path)?.value;
    if (!isHiddenBetween(path, oldValue, newValue) && !(isNew(path) && sameJson(oldValue, newValue)))
      return { path, known, before: browserValue(path, oldValue), after: browserValue(path, newValue) };
    const secret = oldValue == null ? "set" : newValue == null ? "cleared" : "replaced";
    return { path, known, secret, before: null, after: null };
  });
}

/**
 * Whether a change may be reported but its values must not be shown, because only hidden parts differ or the value is
 * secret.
 */
export function isHiddenBetween(path: string, oldValue: unknown, newValue: unknown): boolean {
  if (isSecret(path, oldValue) || isSecret(path, newValue)) return true;
  return (
    !sameJson(oldValue, newValue) &&
    sameJson(withoutCredentials(path, oldValue), withoutCredentials(path, newValue))
  );
}

/**
 * Settings are listed first, and no edition has this many settings. So only unrecognized keys are ever left
 * out.
 */
export const mostListed = 500;
/** Maximum length in characters of a value in a list of changes. */
const longest = 4_000;

export interface Listed {
  readonly changes: SettingChange[];
  readonly more?: number;
}

export function listedChanges(before: Version | null, after: Version | null): Listed {
  const paths = changedPaths(before, after);
  const more = paths.length - mostListed;
  return {
    changes: changesAt(paths.slice(0, mostListed), before, after).map(shortenedChange),
    ...(more > 0 && { more }),
  };
}

const mostNamed = 50;
/** More, because a reviewer must see what is proposed. */
const mostReviewed = 5_000;

function shortenedChange(change: SettingChange): SettingChange {
  const { before, after, ...rest } = withListSummary(change);
  return { ...rest, before: shortened(before), after: shortened(after) };
}

export const withListSummary = (change: SettingChange): SettingChange => summarized(change, mostNamed);
export const withReviewedList = (change: SettingChange): SettingChange => summarized(change, mostReviewed);

function summarized(change: SettingChange, most: number): SettingChange {
  const { before, after } = change;
  const lists = [before ?? [], after ?? []];
  const [from, to] = lists;
  if (!Array.isArray(from) || !Array.isArray(to) || !lists.some(isLong)) return change;
  const short = (list: unknown) => (isLong(list) ? counted(list) : list);
  return { ...change, before: short(before), after: short(after), list: summarize(from, to, most) };
}

export function shortened(value: unknown): unknown {
  if (isLong(value)) return counted(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text === undefined || text.length <= longest) return value;
  if (!Array.isArray(value)) return `${text.slice(0, longest)}…`;
  let rest = longest;
  const shown = value.filter((item) => (rest -= JSON.stringify(item).length) > 0);
  return [...shown, `… ${(value.length - shown.length).toLocaleString("en")} more`];
}

export function browserValue(path: string, value: JsonValue | undefined): unknown {
  return value === undefined ? null : withoutBigInt(withoutCredentials(path, value));
}

function withoutBigInt(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value))
    return value.every((item) => typeof item === "string") ? value : value.map(withoutBigInt);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBigInt(item)]));
}

/**
 * Returns the texts of two versions, with every secret hidden, for a line-by-line comparison. In the second
 * version, a secret is marked as new if it has changed or `isNew` returns true.
 */
export function maskedPair(
  before: Version | null,
  after: Version | null,
  isNew: (place: SecretPlace) => boolean = () => false,
): [string, string] {
  const stored = new Map(
    before && secretPlaces(before).map(({ path, node }) => [path, sliceOf(before.text, node)]),
  );
  return [
    before ? replaceSecrets(before, () => '"«secret»"') : "",
    after
      ? replaceSecrets(after, (place) =>
          stored.get(place.path) === sliceOf(after.text, place.node) && !isNew(place)
            ? '"«secret»"'
            : '"«new secret»"',
        )
      : "",
  ];
}
