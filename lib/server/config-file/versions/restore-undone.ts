import "server-only";
import type { Author } from "@/lib/shared/author";
import { AppError } from "@/lib/errors";
import { NotAGroup } from "@/lib/shared/json/edit";
import { nodeAt, valueOf } from "@/lib/shared/json/tree";
import { type JsonValue, showPath } from "@/lib/shared/json/value";
import type { Edit } from "@/lib/shared/json/verify-edit";
import { saveOperations } from "../save-operations";
import type { OpenFile } from "../open-file";
import { type UsableVersion, withEdits } from "../parse";
import { type Reading, readingOf } from "../reading";
import type { Save } from "../save";
import { type FileSnapshot, readAndRecord } from "../file-snapshot";
import { operationsFrom, revisionReading } from "./history";
import { savedRevisions } from "./revision-store";
import { indexOfElement, keepingMembers, type OtherPlace, trackedValues } from "./tracked-values";
import { findUndone, undoneDepth } from "./undone";

export interface UndoneRequest {
  baseEtag: string;
  author: Author;
  onSecretChange?: Save["onSecretChange"];
  /** The paths of the values to restore. If undefined, all undone values are restored. */
  paths?: readonly string[];
}

/**
 * Saves undone values again as one new version. If the instance would extend a list at each start, the list is
 * first made longer by repeating entries, so that it stays unchanged.
 * @throws AppError `conflict` if none of the values is undone anymore, or if the file has no place for a value; the
 *   errors of `saveOperations`
 */
export async function restoreUndone(
  config: OpenFile,
  { paths, ...request }: UndoneRequest,
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
  const { version } = await readAndRecord(config);
  const now = version && readingOf(version, config.naming);
  const kept: Reading[] = [];
  const others: OtherValue[] = [];
  const operations = [];
  for (const { row, own } of sources) {
    const settings = own.filter(({ place }) => !place).map(({ value }) => value.path);
    const wanted = await operationsFrom(config, row, settings);
    operations.push(
      ...wanted.map((operation) => {
        const filled = own.find(({ value }) => value.path === operation.path)?.value.filledUp;
        if (filled) return { op: "set" as const, path: operation.path, value: filled.lasting };
        return now ? keepingMembers(now, operation) : operation;
      }),
    );
    const source = await revisionReading(config, row);
    if (!source) continue;
    kept.push(source);
    for (const { place, value } of own)
      if (place) others.push({ place, source, value: trackedValues(source).get(value.path)?.value });
  }
  return saveOperations(config, {
    ...request,
    note: "Applied again after another program undid it",
    operations,
    kept,
    further: {
      paths: chosen.flatMap(({ place, value }) => (place ? [value.path] : [])),
      edit: (version) => withOthers(config, version, others),
    },
  });
}

/** The value that version `source` has at an unrecognized key; undefined if it has none. */
export interface OtherValue {
  readonly place: OtherPlace;
  readonly source: Reading;
  readonly value: JsonValue | undefined;
}

/**
 * Returns the version with values of unrecognized keys from other versions.
 * @throws AppError `conflict` if the version has no place for a value
 */
export function withOthers(
  config: OpenFile,
  version: UsableVersion,
  others: readonly OtherValue[],
): UsableVersion {
  const reading = readingOf(version, config.naming);
  const wanted = others.filter((other) => other.value !== undefined || !holdsAnother(other, others));
  try {
    const edits = wanted.flatMap((other) => editFor(reading, other) ?? []);
    return withEdits(version, edits);
  } catch (error) {
    if (!(error instanceof NotAGroup)) throw error;
    const place = showPath(error.segments.map(String));
    throw new AppError(
      "conflict",
      `In the file, ${place} no longer has a place for the value. Nothing was saved. First restore the earlier value of ${place} from the history.`,
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

function editFor(reading: Reading, { place, source, value }: OtherValue): Edit | null {
  const { segments, list } = place;
  if (!list) return value === undefined ? { segments } : settingEdit(reading, segments, source, value);
  const items = reading.rawOf(list.path);
  const index = Array.isArray(items) ? indexOfElement(items, list.element) : -1;
  const { segments: above } = reading.locate(list.path);
  if (index !== -1) return { segments: [...above, index, ...segments], value };
  if (value === undefined) return null;
  throw new NotAGroup([...above, String(list.element)]);
}

/**
 * Restores a value. If an object that contained the key was replaced with a value that is not an object, restores the
 * whole object.
 */
function settingEdit(
  { version, unknown }: Reading,
  segments: readonly string[],
  source: Reading,
  value: JsonValue,
): Edit {
  for (let depth = 1; depth < segments.length; depth += 1) {
    const above = segments.slice(0, depth);
    const type = nodeAt(version.root, above)?.type ?? "null";
    if (type === "object" || type === "null") continue;
    const was = nodeAt(source.version.root, above);
    if (was && unknown.some((key) => startsWith(above, key.segments)))
      return { segments: above, value: valueOf(source.version.text, was) };
  }
  return { segments, value };
}
