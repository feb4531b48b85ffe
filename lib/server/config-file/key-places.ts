import "server-only";
import { AppError } from "@/lib/errors";
import { type Edit, NotAGroup } from "@/lib/shared/json/edit";
import { nodeAt, valueOf } from "@/lib/shared/json/tree";
import { isObject, type JsonValue, showPath } from "@/lib/shared/json/value";
import type { Version } from "./version";

/** If `list` is set, the key is in the list's element with this id, or at this index. */
export interface Place {
  /** The segments of the key, spelled as in the file. */
  readonly segments: readonly string[];
  readonly list?: { readonly path: string; readonly element: string | number };
}

export interface PlacedValue {
  readonly place: Place;
  readonly source: Version;
  readonly value: JsonValue | undefined;
}

/**
 * @throws AppError `conflict` if the version has no place for a value: the value's list element is missing, or
 *   a group of the value is not an object
 */
export function withValues(version: Version, others: readonly PlacedValue[]): Version {
  const edited = others.filter((other) => other.value !== undefined || !holdsAnother(other, others));
  try {
    const edits = edited.flatMap((other) => editFor(version, other) ?? []);
    return version.edited(edits);
  } catch (error) {
    if (!(error instanceof NotAGroup)) throw error;
    const place = showPath(error.segments.map(String));
    throw new AppError(
      "conflict",
      `The file no longer has a place for the value at ${place}. Nothing was saved. First restore the earlier value of ${place} from the history.`,
      { cause: error },
    );
  }
}

/** Restoring that value makes `place` an object, so `place` must not be removed. */
const holdsAnother = ({ place }: PlacedValue, others: readonly PlacedValue[]): boolean =>
  others.some(
    (other) =>
      other.value !== undefined &&
      !place.list &&
      !other.place.list &&
      startsWith(other.place.segments, place.segments),
  );

export const startsWith = (segments: readonly string[], start: readonly string[]): boolean =>
  start.every((segment, index) => segments[index] === segment);

function editFor(version: Version, { place, source, value }: PlacedValue): Edit | null {
  const { segments, list } = place;
  if (!list) return value === undefined ? { segments } : settingEdit(version, segments, source, value);
  const items = version.rawOf(list.path);
  const index = Array.isArray(items) ? indexOfElement(items, list.element) : -1;
  const { segments: above } = version.locate(list.path);
  if (index !== -1) return { segments: [...above, index, ...segments], value };
  if (value === undefined) return null;
  throw new NotAGroup([...above, String(list.element)]);
}

/**
 * If an object that contained the key was replaced with a value that is not an object, restores the whole
 * object.
 */
function settingEdit(version: Version, segments: readonly string[], source: Version, value: JsonValue): Edit {
  for (let depth = 1; depth < segments.length; depth += 1) {
    const above = segments.slice(0, depth);
    const type = nodeAt(version.root, above)?.type ?? "null";
    if (type === "object" || type === "null") continue;
    const node = nodeAt(source.root, above);
    if (node && version.unrecognizedKeys.some((key) => startsWith(above, key.segments)))
      return { segments: above, value: valueOf(source.text, node) };
  }
  return { segments, value };
}

export function indexOfElement(items: readonly JsonValue[], element: string | number): number {
  if (typeof element === "number") return element;
  return items.findIndex((item) => isObject(item) && item.id === element);
}
