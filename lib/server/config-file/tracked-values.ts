import "server-only";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { UndoneValue } from "@/lib/shared/contract/history";
import { isObject, type JsonValue, sameJson, showPath } from "@/lib/shared/json/value";
import { filledUp, lastingList } from "@/lib/shared/settings/editions/edition";
import { kindOf } from "@/lib/shared/settings/kinds";
import { isLong } from "@/lib/shared/settings/long-lists";
import { readValue } from "@/lib/shared/settings/read-value";
import { indexOfElement, type Place } from "./key-places";
import type { Version } from "./version";

/*
 * All values in a version that another program's rewrite could undo: settings, unrecognized keys, and
 * unrecognized keys in list elements. Each value has a separate path, so that it can be undone independently.
 */

interface Tracked {
  readonly value: JsonValue;
  /** Undefined for a setting. */
  readonly place?: Place;
}

export interface Undone {
  /** The id of the version that undid the value. */
  readonly by: number;
  readonly value: UndoneValue;
  /** Undefined for a setting. */
  readonly key?: { readonly place: Place; readonly saved: JsonValue | undefined };
}

type TrackedValues = ReadonlyMap<string, Tracked>;

function trackedValues(version: Version): TrackedValues {
  const values = new Map<string, Tracked>();
  for (const field of version.edition.registry.fields) {
    const raw = version.rawOf(field.path);
    if (raw === undefined) continue;
    const { memberKeys } = kindOf(field);
    const isSplit = memberKeys !== undefined && Array.isArray(raw);
    values.set(field.path, { value: isSplit ? raw.map((item) => only(item, memberKeys)) : raw });
    if (isSplit)
      for (const [path, member] of furtherMembers(version, field.path, raw, memberKeys))
        values.set(path, member);
  }
  for (const [path, { segments, value }] of version.unrecognized)
    values.set(path, { value, place: { segments } });
  return values;
}

function only(item: JsonValue, keys: readonly string[]): JsonValue {
  if (!isObject(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([key]) => keys.includes(key))) as JsonValue;
}

function* furtherMembers(
  version: Version,
  path: string,
  items: readonly JsonValue[],
  keys: readonly string[],
): Generator<[string, Tracked]> {
  const { segments } = version.locate(path);
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) continue;
    const element = nameOf(items, item) ?? index;
    for (const [key, value] of Object.entries(item)) {
      if (keys.includes(key)) continue;
      const memberSegments = [...segments, String(element), key];
      yield [
        showPath(memberSegments),
        { value: value as JsonValue, place: { segments: [key], list: { path, element } } },
      ];
    }
  }
}

function nameOf(items: readonly JsonValue[], { id }: Record<string, unknown>): string | null {
  if (typeof id !== "string" || id === "") return null;
  return items.filter((item) => isObject(item) && item.id === id).length === 1 ? id : null;
}

/**
 * If the file already has an element of the list, the result does not contain the element's unrecognized
 * keys. A save then does not change these keys in the file. They are tracked separately.
 */
export function keepingMembers(now: Version, operation: Operation): Operation {
  const { path } = operation;
  const field = now.edition.registry.fieldAt(path);
  const keys = field && kindOf(field).memberKeys;
  const items = now.rawOf(path);
  if (operation.op === "unset" || !keys || !Array.isArray(items) || !Array.isArray(operation.value))
    return operation;
  const isThere = (item: unknown) =>
    isObject(item) && typeof item.id === "string" && indexOfElement(items, item.id) !== -1;
  const value = (operation.value as JsonValue[]).map((item) => (isThere(item) ? only(item, keys) : item));
  return { ...operation, value };
}

function changedValues(old: TrackedValues, now: TrackedValues): string[] {
  const paths = new Set([...old.keys(), ...now.keys()]);
  return [...paths].filter((path) => !sameJson(old.get(path)?.value, now.get(path)?.value));
}

function effectiveValue({ edition }: Version, values: TrackedValues, path: string): unknown {
  const field = edition.registry.fieldAt(path);
  const value = values.get(path)?.value;
  return field ? readValue(field, value).value : value;
}

interface Change {
  readonly path: string;
  readonly oldValue: unknown;
  readonly newValue: unknown;
  readonly filledUp: UndoneValue["filledUp"];
  readonly place: Place | undefined;
}

/** `unreadable`: the next version cannot be read. `anew`: nearly everything differs. */
export type Step = readonly Change[] | "unreadable" | "anew";

/**
 * Limits for one version: the number of changes, and the number of characters in changed values. A version
 * above a limit counts as a different file, so no earlier value is reported as undone. The limits also save
 * memory.
 */
const most = { changes: 1_000, characters: 256 * 1024 };

export function stepBetween(before: Version | null, after: Version | null): Step {
  if (!after) return "unreadable";
  if (!before) return [];
  const changes: Change[] = [];
  let characters = 0;
  const [old, now] = [trackedValues(before), trackedValues(after)];
  for (const path of changedValues(old, now)) {
    const [oldValue, newValue] = [effectiveValue(before, old, path), effectiveValue(after, now, path)];
    // A rewrite may write defaults into the file. This changes the text, but no setting.
    if (sameJson(oldValue, newValue)) continue;
    characters += lengthOf(oldValue) + lengthOf(newValue);
    changes.push({
      path,
      oldValue,
      newValue,
      filledUp: filledUpFrom(after, path, oldValue, newValue),
      place: after.edition.registry.fieldAt(path) ? undefined : placeOf(path, old, now),
    });
    if (changes.length > most.changes || characters > most.characters) return "anew";
  }
  return changes;
}

const lengthOf = (value: unknown): number =>
  isLong(value)
    ? value.reduce<number>((sum, item) => sum + lengthOf(item), value.length)
    : typeof value === "string"
      ? value.length + 2
      : (JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? String(one) : one))?.length ??
        0);

function filledUpFrom(
  { edition }: Version,
  path: string,
  oldValue: unknown,
  newValue: unknown,
): UndoneValue["filledUp"] {
  const mergedDefaults = edition.mergedLists[path];
  if (!mergedDefaults || !Array.isArray(oldValue) || !sameJson(filledUp(oldValue, mergedDefaults), newValue))
    return undefined;
  return { lasting: lastingList(oldValue, mergedDefaults) };
}

const placeOf = (path: string, old: TrackedValues, now: TrackedValues): Place | undefined =>
  (now.get(path) ?? old.get(path))?.place;
