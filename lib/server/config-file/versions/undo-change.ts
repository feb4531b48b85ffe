import "server-only";
import type { RevisionUndo, UndoLine } from "@/lib/shared/contract/history";
import { AppError } from "@/lib/errors";
import { nodeAt } from "@/lib/shared/json/tree";
import { isObject, type JsonValue, sameJson, showPath } from "@/lib/shared/json/value";
import { checkOperations } from "@/lib/shared/settings/operations";
import { saveOperations } from "../save-operations";
import { type FileSnapshot, type OpenFile, readAndRecord } from "../open-file";
import { toNeutral } from "../naming";
import type { Version } from "../version";
import { changedSince, type SaveRequest, unusable } from "../save";
import { browserValue, changedPaths, isHiddenBetween, mostListed, shortened } from "./changes";
import { headOf, rowOf, storedVersion } from "./history";
import { type OtherValue, restore, startsWith, withOthers, operationTo } from "./restore";
import { type RevisionRow, savedRevisions, revisionBefore } from "./revision-store";

/*
 * Undoes the changes of one version, even an old version: each changed setting and key returns to its
 * previous value. Requests contain only the version's id and paths, so secrets never leave the server.
 */

/** How many versions are searched for later changes to a value. */
const deepest = 200;

interface Versions {
  readonly row: RevisionRow;
  readonly previous: RevisionRow;
  readonly before: Version;
  readonly after: Version;
  readonly now: Version;
  readonly current: FileSnapshot;
}

/**
 * @throws AppError `not-found`; `conflict` if the previous version is missing or a version is unreadable;
 *   `config-unusable`
 */
async function versionsFor(config: OpenFile, id: number): Promise<Versions> {
  const current = await readAndRecord(config);
  const row = await rowOf(config, id);
  const previous = await revisionBefore(config, id);
  if (!previous) {
    const message = `Version ${id} is the oldest stored version, so its changes are unknown.`;
    throw new AppError("conflict", message);
  }
  if (!current.version) throw unusable(current);
  const [before, after] = [await storedVersion(config, previous), await storedVersion(config, row)];
  if (!before || !after) {
    const unreadable = before ? row : previous;
    throw new AppError("conflict", `Version ${unreadable.id} can no longer be read, so nothing was undone.`);
  }
  return { row, previous, before, after, now: current.version, current };
}

/**
 * Returns an unrecognized key's segments as spelled in the first of `versions` that has the key; undefined
 * for a setting.
 */
const segmentsOf = (path: string, ...versions: Version[]): readonly string[] | undefined =>
  versions.flatMap(({ unrecognized }) => unrecognized.get(path) ?? [])[0]?.segments;

const isSetting = (path: string, ...versions: Version[]): boolean =>
  versions.some(({ edition }) => edition.registry.fieldAt(path) !== undefined);

const valueAt = (version: Version, path: string, isKnown: boolean): JsonValue | undefined =>
  isKnown ? version.rawOf(path) : version.unrecognized.get(path)?.value;

/**
 * Returns `paths`, or all paths that the version changed. @throws AppError `not-found` for a path that it did not
 * change
 */
function chosenPaths({ row, before, after }: Versions, paths: readonly string[] | undefined): string[] {
  const changed = changedPaths(before, after);
  const strange = paths?.find((path) => !changed.includes(path));
  if (strange !== undefined) throw new AppError("not-found", `Version ${row.id} did not change ${strange}.`);
  return paths ? [...new Set(paths)] : changed;
}

/** Returns why the previous value cannot be restored; undefined if it can. */
function refusalOf({ before, after, now }: Versions, path: string, isKnown: boolean): string | undefined {
  const { registry } = now.edition;
  if (isKnown) {
    if (!registry.fieldAt(path)) return "The program that this file belongs to does not have this setting.";
    return checkOperations([operationTo(path, before.rawOf(path))], registry)[0]?.message;
  }
  const neutral = toNeutral(segmentsOf(path, before, after) ?? []);
  if (neutral !== null && registry.fieldAt(neutral))
    return "This key is a setting now. Change the setting instead.";
  return undefined;
}

function lineOf(versions: Versions, path: string): UndoLine {
  const { before, after, now } = versions;
  const known = isSetting(path, before, after);
  const values = [before, after, now].map((version) => valueAt(version, path, known));
  const [was, set, is] = values;
  const reason = sameJson(is, was) ? undefined : refusalOf(versions, path, known);
  const state = sameJson(is, was)
    ? "undone"
    : reason !== undefined
      ? "refused"
      : sameJson(is, set)
        ? "same"
        : "changed";
  const head = { path, known, state, ...(reason !== undefined && { reason }) } as const;
  if (isHiddenBetween(path, was, set) || isHiddenBetween(path, is, was) || isHiddenBetween(path, set, is)) {
    const secret = is == null ? "set" : was == null ? "cleared" : "replaced";
    return { ...head, secret, before: null, after: null, now: null };
  }
  const [shownBefore, shownAfter, shownNow] = values.map((value) => shortened(browserValue(path, value)));
  return { ...head, before: shownBefore, after: shownAfter, now: shownNow };
}

/** Returns, for each path, the newest version that changed the value: the undone version or a later version. */
async function changedBy(
  config: OpenFile,
  { row }: Versions,
  lines: readonly UndoLine[],
): Promise<Map<string, RevisionRow>> {
  const found = new Map<string, RevisionRow>();
  let open = lines.filter(({ state }) => state === "changed" || state === "undone");
  if (open.length === 0) return found;
  const rows = (await savedRevisions(config, { limit: deepest })).filter(({ id }) => id >= row.id);
  for (const [index, newer] of rows.entries()) {
    const older = rows[index + 1];
    if (!older || open.length === 0) break;
    const [from, to] = [await storedVersion(config, older), await storedVersion(config, newer)];
    if (!from || !to) continue;
    open = open.filter(({ path, known }) => {
      if (sameJson(valueAt(from, path, known), valueAt(to, path, known))) return true;
      found.set(path, newer);
      return false;
    });
  }
  return found;
}

/**
 * Shows how undoing a version, or some of the version's changes, would change the file.
 * @throws AppError `not-found`; `conflict` if the previous version is missing or a version is unreadable;
 *   `config-unusable`
 */
export async function previewUndo(
  config: OpenFile,
  id: number,
  paths: readonly string[] | undefined,
): Promise<RevisionUndo> {
  const versions = await versionsFor(config, id);
  const chosen = chosenPaths(versions, paths);
  const lines = chosen.slice(0, mostListed).map((path) => lineOf(versions, path));
  const since = await changedBy(config, versions, lines);
  const more = chosen.length - lines.length;
  return {
    ...headOf(versions.row),
    base: versions.current.etag,
    lines: lines.map((line) => {
      const by = since.get(line.path);
      return by ? { ...line, since: headOf(by) } : line;
    }),
    ...(more > 0 && { more }),
  };
}

/**
 * Undoes a version's changes (at `paths`, or all of them) by saving a new version. Later changes to other
 * values remain. If the undone version is the newest, the previous version is restored byte for byte.
 * @throws AppError `invalid-settings` if a previous value is no longer valid or contradicts a newer value;
 *   the errors of `previewUndo` and `save`
 */
export async function undoChange(
  config: OpenFile,
  id: number,
  { paths, ...request }: SaveRequest & { paths?: readonly string[] },
): Promise<FileSnapshot> {
  const versions = await versionsFor(config, id);
  const { row, previous, before, after, current } = versions;
  const chosen = chosenPaths(versions, paths);
  if (current.etag !== request.baseEtag)
    throw await changedSince(config, { baseEtag: request.baseEtag, paths: chosen }, current);
  const all = changedPaths(before, after).length;
  const note =
    request.note?.trim() ||
    (chosen.length < all
      ? `Undid ${chosen.length} of ${all} changes in version ${id}`
      : `Undid version ${id}`);
  if (chosen.length === all && current.etag === row.etag)
    return restore(config, previous.id, { ...request, note });

  const lines = chosen.map((path) => lineOf(versions, path));
  const problems = lines.flatMap(({ path, reason: message }) => (message ? [{ path, message }] : []));
  if (problems.length > 0) {
    const message = `${problems.map((problem) => problem.message).join(" ")} Nothing was undone.`;
    throw new AppError("invalid-settings", message, { problems });
  }
  const open = lines.filter(({ state }) => state !== "undone");
  if (open.length === 0)
    throw new AppError("conflict", "The file already has these values, so there is nothing to undo.");
  const settings = open.filter(({ known }) => known).map(({ path }) => path);
  const keys = open.filter(({ known }) => !known).map(({ path }) => path);
  return saveOperations(config, {
    ...request,
    note,
    operations: settings.map((path) => operationTo(path, before.rawOf(path))),
    kept: [before],
    further: {
      paths: keys,
      edit: (version) => withOthers(version, keyValues(versions, version, keys)),
    },
  });
}

function keyValues({ before, after }: Versions, now: Version, paths: readonly string[]): OtherValue[] {
  const values = paths.flatMap((path): OtherValue[] => {
    const segments = segmentsOf(path, before, after);
    if (!segments) return [];
    const value = before.unrecognized.get(path)?.value;
    // The previous value is an empty object. If the key has an object with members now, nothing has to be restored.
    if (isObject(value) && nodeAt(now.root, segments)?.type === "object") return [];
    return [{ place: { segments }, source: before, value }];
  });
  const set = values.filter(({ value }) => value !== undefined);
  const removed = values
    .filter(({ value }) => value === undefined)
    .filter(({ place }) => !set.some((one) => startsWith(place.segments, one.place.segments)))
    .map((one) => ({ ...one, place: { segments: addedAbove(one.place.segments, before, now, paths) } }));
  // If several keys were added together with the object that contains them, the object is removed only once.
  return [...set, ...new Map(removed.map((one) => [showPath(one.place.segments), one])).values()];
}

/**
 * Returns the path to remove. If the version added objects around the key, returns the outermost of these
 * objects that now contains only keys to remove. Otherwise, returns the path of the key.
 */
function addedAbove(
  segments: readonly string[],
  before: Version,
  now: Version,
  removed: readonly string[],
): readonly string[] {
  for (let depth = 1; depth < segments.length; depth += 1) {
    const above = segments.slice(0, depth);
    if (nodeAt(before.root, above)) continue;
    if (!now.unrecognizedKeys.some((key) => startsWith(above, key.segments))) continue;
    const rest = [...now.unrecognized].filter(([, { segments: own }]) => startsWith(own, above));
    if (rest.every(([path]) => removed.includes(path))) return above;
  }
  return segments;
}
