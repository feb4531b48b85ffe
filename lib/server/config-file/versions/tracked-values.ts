import "server-only";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { isObject, type JsonValue, sameJson, showPath } from "@/lib/shared/json/value";
import { kindOf } from "@/lib/shared/settings/kinds";
import { readValue } from "@/lib/shared/settings/read-value";
import { type Reading, unknownLeaves } from "../reading";

/*
 * All values in a version that another program's rewrite could undo: settings, unrecognized keys, and
 * unrecognized keys in list elements. Each value has a separate path, so that it can be undone independently.
 */

/**
 * The location of an unrecognized key. If `list` is set, the key is in the list's element with this id, or at this
 * index.
 */
export interface OtherPlace {
  /** The segments of the key, spelled as in the file. */
  readonly segments: readonly string[];
  readonly list?: { readonly path: string; readonly element: string | number };
}

interface Tracked {
  readonly value: JsonValue;
  /** Undefined for a setting. */
  readonly place?: OtherPlace;
}

type TrackedValues = ReadonlyMap<string, Tracked>;

const known = new WeakMap<Reading, TrackedValues>();

/** Returns the tracked values of a version, by path. Cached per version. */
export function trackedValues(reading: Reading): TrackedValues {
  const kept = known.get(reading) ?? collect(reading);
  known.set(reading, kept);
  return kept;
}

function collect(reading: Reading): TrackedValues {
  const found = new Map<string, Tracked>();
  for (const field of reading.edition.registry.fields) {
    const raw = reading.rawOf(field.path);
    if (raw === undefined) continue;
    const { memberKeys } = kindOf(field);
    const isSplit = memberKeys !== undefined && Array.isArray(raw);
    found.set(field.path, { value: isSplit ? raw.map((item) => only(item, memberKeys)) : raw });
    if (isSplit)
      for (const [path, member] of furtherMembers(reading, field.path, raw, memberKeys))
        found.set(path, member);
  }
  for (const { segments, value } of unknownLeaves(reading))
    found.set(showPath(segments), { value, place: { segments } });
  return found;
}

/** Returns a copy of an element that contains only the given keys. */
function only(item: JsonValue, keys: readonly string[]): JsonValue {
  if (!isObject(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([key]) => keys.includes(key))) as JsonValue;
}

function* furtherMembers(
  reading: Reading,
  path: string,
  items: readonly JsonValue[],
  keys: readonly string[],
): Generator<[string, Tracked]> {
  const { segments } = reading.locate(path);
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) continue;
    const element = nameOf(items, item) ?? index;
    for (const [key, value] of Object.entries(item)) {
      if (keys.includes(key)) continue;
      const own = [...segments, String(element), key];
      yield [
        showPath(own),
        { value: value as JsonValue, place: { segments: [key], list: { path, element } } },
      ];
    }
  }
}

/** Returns the id of an element; null if the element has no id or shares its id with another element of the list. */
function nameOf(items: readonly JsonValue[], { id }: Record<string, unknown>): string | null {
  if (typeof id !== "string" || id === "") return null;
  return items.filter((item) => isObject(item) && item.id === id).length === 1 ? id : null;
}

/** Returns the index of an element in a list; -1 if the list no longer contains it. */
export function indexOfElement(items: readonly JsonValue[], element: string | number): number {
  if (typeof element === "number") return element < items.length ? element : -1;
  return items.findIndex((item) => isObject(item) && item.id === element);
}

/**
 * Adapts an operation that saves a whole list. If the file already has an element of the list, the result
 * does not contain the element's unrecognized keys. A save then does not change these keys in the file. They
 * are tracked separately.
 */
export function keepingMembers(now: Reading, operation: Operation): Operation {
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

export function changedValues(before: Reading, after: Reading): string[] {
  const [old, now] = [trackedValues(before), trackedValues(after)];
  const paths = new Set([...old.keys(), ...now.keys()]);
  return [...paths].filter((path) => !sameJson(old.get(path)?.value, now.get(path)?.value));
}

/** Returns a value as the instance reads it. A setting that the file does not contain has its edition's default. */
export function effectiveValue(reading: Reading, path: string): unknown {
  const field = reading.edition.registry.fieldAt(path);
  const value = trackedValues(reading).get(path)?.value;
  return field ? readValue(field, value).value : value;
}
