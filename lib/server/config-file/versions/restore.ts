import "server-only";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { AppError } from "@/lib/errors";
import { type Edit, NotAGroup } from "@/lib/shared/json/edit";
import { nodeAt, valueOf } from "@/lib/shared/json/tree";
import { type JsonValue, showPath } from "@/lib/shared/json/value";
import { saveOperations } from "../save-operations";
import { type FileSnapshot, type OpenFile, readAndRecord, versionOf } from "../open-file";
import type { Version } from "../version";
import { save, type SaveRequest, unusable } from "../save";
import { checkedVersion } from "../raw-text";
import { rowOf, storedVersion } from "./history";
import { revisionByEtag, revisionBytes, type RevisionRow, savedRevisions } from "./revision-store";
import { indexOfElement, keepingMembers, type OtherPlace, trackedValues } from "./tracked-values";
import { findUndone, undoneDepth } from "./undone";

/** How many of the newest versions are searched for the save that an operator undoes. */
const undoDepth = 100;

interface Restore extends SaveRequest {
  /**
   * The paths of the settings to restore. If undefined, the whole version is restored byte for byte, even over a
   * broken or missing file.
   */
  paths?: readonly string[];
}

/**
 * Restores a stored version, or some of its settings, as a new version. Contradictions in the restored version do not
 * block the restore (`contradictions.ts`), but values that no instance can read do.
 * @throws AppError `not-found`; `invalid-settings` if the old values are no longer valid; the errors of `save`
 */
export async function restore(
  config: OpenFile,
  id: number,
  { paths, ...request }: Restore,
): Promise<FileSnapshot> {
  const row = await rowOf(config, id);
  const note =
    request.note?.trim() || `Restored from version ${id} of ${new Date(row.createdAt).toISOString()}`;
  if (paths) {
    const reading = await readableVersion(config, row);
    const operations = paths.map((path) => operationTo(path, reading.rawOf(path)));
    return saveOperations(config, { ...request, note, operations, kept: [reading] });
  }
  const bytes = await revisionBytes(config, row.id);
  return save(config, {
    ...request,
    note,
    paths: null,
    build: (current) => {
      if (current.state === "unreadable") throw unusable(current);
      return { version: checkedVersion(current, versionOf(config, bytes)) };
    },
  });
}

/**
 * Replaces the whole file with the given bytes.
 * @throws AppError `conflict` if the bytes cannot be parsed; the errors of `save`
 */
export function replace(
  config: OpenFile,
  { bytes, ...request }: SaveRequest & { bytes: Buffer },
): Promise<FileSnapshot> {
  const build = () => {
    const parsed = versionOf(config, bytes);
    if (parsed.usable) return { version: parsed };
    throw new AppError("conflict", "The last version that was running can no longer be read.");
  };
  return save(config, { ...request, paths: null, build });
}

/**
 * Undoes the save that created the version with the etag `baseEtag`: restores version `to` byte for byte,
 * including secrets. The save's version must be the current version and follow directly after `to`, so that
 * no other change is lost.
 * @throws AppError `not-found` if version `to` is no longer stored; `conflict` if it is not the version right
 *   before the save; the errors of `restore`
 */
export async function undo(
  config: OpenFile,
  { to, ...request }: SaveRequest & { to: string },
): Promise<FileSnapshot> {
  const row = await revisionByEtag(config, to);
  if (!row) {
    throw new AppError(
      "not-found",
      "The previous version is no longer stored, so nothing was undone. Change the settings by hand.",
    );
  }
  const kept = await savedRevisions(config, { limit: undoDepth });
  // Several versions may have these bytes, for example after an earlier undo.
  const before = kept.flatMap(({ etag }, index) =>
    etag === request.baseEtag ? (kept[index + 1] ?? []) : [],
  );
  if (before.length > 0 && !before.some(({ etag }) => etag === to)) {
    throw new AppError(
      "conflict",
      "Another change was made to the file before that save, so nothing was undone. Restore individual settings from the history.",
    );
  }
  return restore(config, row.id, { ...request, note: `Undone. Restored version ${row.id}` });
}

/** @throws AppError `conflict` if this panel cannot read the version */
async function readableVersion(config: OpenFile, row: RevisionRow): Promise<Version> {
  const version = await storedVersion(config, row);
  if (version) return version;
  throw new AppError("conflict", `Version ${row.id} can no longer be read, so nothing was restored.`);
}

export const operationTo = (path: string, value: JsonValue | undefined): Operation =>
  value === undefined ? { op: "unset", path } : { op: "set", path, value };

/**
 * Saves undone values again as one new version: the values at `paths`, or all of them.
 *
 * The instance extends some lists with default entries at each start if they are shorter than its default
 * list. For such a list, repeats the last entry until the list is long enough: `[9, 9, 9, 9]` for `[9]` if the
 * default list has four entries.
 * @throws AppError `conflict` if none of the values is undone anymore, or if the file has no place for a
 *   value (`withOthers`); the errors of `saveOperations`
 */
export async function restoreUndone(
  config: OpenFile,
  { paths, ...request }: SaveRequest & { paths?: readonly string[] },
): Promise<FileSnapshot> {
  const undone = await findUndone(config);
  const chosen = undone.filter(
    ({ value }) => (!paths || paths.includes(value.path)) && value.filledUp?.lasting !== null,
  );
  const rows = await savedRevisions(config, { limit: undoneDepth });
  const sources = rows.flatMap((row) => {
    const own = chosen.filter(({ value }) => value.revision === row.id);
    return own.length > 0 ? [{ row, own }] : [];
  });
  if (sources.length === 0)
    throw new AppError("conflict", "These values have already been restored, or have changed since.");
  const { version: now } = await readAndRecord(config);
  const kept: Version[] = [];
  const others: OtherValue[] = [];
  const operations: Operation[] = [];
  for (const { row, own } of sources) {
    const source = await readableVersion(config, row);
    kept.push(source);
    for (const {
      place,
      value: { path, filledUp },
    } of own) {
      if (place) others.push({ place, source, value: trackedValues(source).get(path)?.value });
      else if (filledUp) operations.push({ op: "set", path, value: filledUp.lasting });
      else {
        const operation = operationTo(path, source.rawOf(path));
        operations.push(now ? keepingMembers(now, operation) : operation);
      }
    }
  }
  return saveOperations(config, {
    ...request,
    note: "Applied again after another program undid it",
    operations,
    kept,
    further: {
      paths: chosen.flatMap(({ place, value }) => (place ? [value.path] : [])),
      edit: (version) => withOthers(version, others),
    },
  });
}

/** The value that version `source` has at an unrecognized key; undefined if it has none. */
export interface OtherValue {
  readonly place: OtherPlace;
  readonly source: Version;
  readonly value: JsonValue | undefined;
}

/**
 * Returns the version, with values of unrecognized keys restored from other versions.
 * @throws AppError `conflict` if the version has no place for a value: the value's list element is missing, or
 *   a group of the value is not an object
 */
export function withOthers(version: Version, others: readonly OtherValue[]): Version {
  const wanted = others.filter((other) => other.value !== undefined || !holdsAnother(other, others));
  try {
    const edits = wanted.flatMap((other) => editFor(version, other) ?? []);
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

/**
 * Whether `others` contains a value to restore below `place`. Restoring that value makes `place` an object, so `place`
 * must not be removed.
 */
const holdsAnother = ({ place }: OtherValue, others: readonly OtherValue[]): boolean =>
  others.some(
    (other) =>
      other.value !== undefined &&
      !place.list &&
      !other.place.list &&
      other.place.segments.length > place.segments.length &&
      startsWith(other.place.segments, place.segments),
  );

export const startsWith = (segments: readonly string[], start: readonly string[]): boolean =>
  start.every((segment, index) => segments[index] === segment);

function editFor(version: Version, { place, source, value }: OtherValue): Edit | null {
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
 * Restores a value. If an object that contained the key was replaced with a value that is not an object, restores the
 * whole object.
 */
function settingEdit(version: Version, segments: readonly string[], source: Version, value: JsonValue): Edit {
  for (let depth = 1; depth < segments.length; depth += 1) {
    const above = segments.slice(0, depth);
    const type = nodeAt(version.root, above)?.type ?? "null";
    if (type === "object" || type === "null") continue;
    const was = nodeAt(source.root, above);
    if (was && version.unrecognizedKeys.some((key) => startsWith(above, key.segments)))
      return { segments: above, value: valueOf(source.text, was) };
  }
  return { segments, value };
}
