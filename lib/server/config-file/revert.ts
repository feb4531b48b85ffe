import "server-only";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { RevisionUndo, UndoLine } from "@/lib/shared/contract/history";
import { AppError } from "@/lib/errors";
import { nodeAt } from "@/lib/shared/json/tree";
import { isObject, type JsonValue, sameJson, showPath } from "@/lib/shared/json/value";
import { checkOperations } from "@/lib/shared/settings/operations";
import { browserValue, changedPaths, isHiddenBetween, mostListed, shortened } from "./changes";
import { headOf } from "./history";
import { type PlacedValue, startsWith, withValues } from "./key-places";
import { toNeutral } from "./naming";
import { type FileSnapshot, type OpenFile, readAndRecord } from "./open-file";
import { checkedVersion } from "./raw-text";
import type { RevisionRow } from "./records";
import { changedSince, save, type SaveRequest, unusable } from "./save";
import { saveOperations } from "./save-operations";
import { keepingMembers } from "./tracked-values";
import { findUndone, undoneDepth } from "./undone";
import type { Broken, Version } from "./version";

/*
 * The one way back. A request names where the values come from, and contains paths but no values, so secrets never
 * leave the server.
 */

export type Target =
  | { readonly version: number }
  | { readonly change: number }
  | { readonly save: string }
  | { readonly undone: true }
  | { readonly bytes: Buffer };

export interface Revert extends SaveRequest {
  readonly to: Target;
  /** If undefined: the whole version, the whole change, or all undone values. */
  readonly only?: readonly string[] | undefined;
}

type Plan = { readonly note: string | null } & (
  | { readonly build: (current: FileSnapshot) => Version }
  | {
      readonly sources: readonly Version[];
      readonly isExact: boolean;
      readonly operations: readonly Operation[];
      readonly keys?: {
        readonly paths: readonly string[];
        readonly valuesIn: (now: Version) => PlacedValue[];
      };
    }
);

/**
 * Brings earlier values back as a new version. A whole version returns byte for byte, even over a broken or missing
 * file. Its contradictions do not block it (`contradictions.ts`), but values that no instance can read do.
 * @throws AppError `not-found` for a version or path that is not stored; `invalid-settings` if an earlier value is no
 *   longer valid or contradicts a newer one; `conflict` if there is nothing to revert, a version cannot be read, or
 *   the file has no place for a value; the errors of `save`
 */
export async function revert(file: OpenFile, { to, only, ...request }: Revert): Promise<FileSnapshot> {
  const plan = await planFor(file, to, only, request.baseEtag);
  const edit = { ...request, note: request.note?.trim() || plan.note };
  if ("build" in plan)
    return save(file, {
      ...edit,
      paths: null,
      isRollback: "bytes" in to,
      build: (current) => ({ version: plan.build(current) }),
    });
  const { sources, isExact, operations, keys } = plan;
  return saveOperations(file, {
    ...edit,
    operations,
    sources,
    isExact,
    ...(keys && {
      further: { paths: keys.paths, edit: (version) => withValues(version, keys.valuesIn(version)) },
    }),
  });
}

async function planFor(file: OpenFile, to: Target, only: Revert["only"], baseEtag: string): Promise<Plan> {
  if ("bytes" in to) return { note: null, build: () => readable(file.versions.of(to.bytes)) };
  if ("version" in to) return toVersion(file, to.version, only);
  if ("save" in to) return beforeSave(file, to.save, baseEtag);
  const current = await readAndRecord(file);
  return "change" in to
    ? beforeChange(file, current, { id: to.change, only, baseEtag })
    : toUndone(file, current, only);
}

function readable(version: Version | Broken): Version {
  if (version.usable) return version;
  throw new AppError("conflict", "The last version that was running can no longer be read.");
}

async function toVersion(file: OpenFile, id: number, only: Revert["only"]): Promise<Plan> {
  const row = await file.records.get(id);
  const note = `Restored from version ${id} of ${row.at}`;
  if (!only) return { note, build: await wholeVersion(file, row) };
  const source = await sourceOf(file, row);
  return {
    note,
    sources: [source],
    isExact: true,
    operations: only.map((path) => operationTo(path, source.rawOf(path))),
  };
}

async function wholeVersion(file: OpenFile, row: RevisionRow) {
  const bytes = await file.records.bytes(row);
  return (current: FileSnapshot): Version => {
    if (current.state === "unreadable") throw unusable(current);
    return checkedVersion(current, file.versions.of(bytes));
  };
}

async function sourceOf(file: OpenFile, row: RevisionRow): Promise<Version> {
  const version = await file.records.version(row);
  if (version) return version;
  throw new AppError("conflict", `Version ${row.id} can no longer be read, so nothing was restored.`);
}

const operationTo = (path: string, value: JsonValue | undefined): Operation =>
  value === undefined ? { op: "unset", path } : { op: "set", path, value };

/** How many of the newest versions are searched for the save that an operator undoes. */
const saveDepth = 100;

/** The version `etag` must come directly before the save, so that no other change is lost. */
async function beforeSave(file: OpenFile, etag: string, baseEtag: string): Promise<Plan> {
  const row = await file.records.byEtag(etag);
  if (!row) {
    throw new AppError(
      "not-found",
      "The previous version is no longer stored, so nothing was undone. Change the settings by hand.",
    );
  }
  const newest = await file.records.find({ limit: saveDepth });
  // Several versions may have these bytes, for example after an earlier undo.
  const before = newest.flatMap((one, index) => (one.etag === baseEtag ? (newest[index + 1] ?? []) : []));
  if (!before.some((one) => one.etag === etag)) {
    throw new AppError(
      "conflict",
      "Another change was made to the file before that save, so nothing was undone. Restore individual settings from the history.",
    );
  }
  return { note: `Undone. Restored version ${row.id}`, build: await wholeVersion(file, row) };
}

/**
 * The instance extends some lists with default entries at each start if they are shorter than its default
 * list. Such a list gets the last entry again until it is long enough: `[9, 9, 9, 9]` for `[9]` if the
 * default list has four entries.
 */
async function toUndone(file: OpenFile, { version: now }: FileSnapshot, only: Revert["only"]): Promise<Plan> {
  const undone = (await findUndone(file)).filter(
    ({ value: { path, filledUp } }) => (!only || only.includes(path)) && filledUp?.lasting !== null,
  );
  const rows = (await file.records.find({ limit: undoneDepth })).filter(({ id }) =>
    undone.some(({ value }) => value.revision === id),
  );
  if (rows.length === 0)
    throw new AppError("conflict", "These values have already been restored, or have changed since.");
  const sources: Version[] = [];
  const operations: Operation[] = [];
  const keys: PlacedValue[] = [];
  const paths: string[] = [];
  for (const row of rows) {
    const source = await sourceOf(file, row);
    sources.push(source);
    for (const { key, value } of undone.filter((one) => one.value.revision === row.id)) {
      const { path, filledUp } = value;
      if (key) {
        paths.push(path);
        keys.push({ place: key.place, source, value: key.saved });
      } else if (filledUp) operations.push({ op: "set", path, value: filledUp.lasting });
      else {
        const operation = operationTo(path, source.rawOf(path));
        operations.push(now ? keepingMembers(now, operation) : operation);
      }
    }
  }
  return {
    note: "Applied again after another program undid it",
    sources,
    isExact: false,
    operations,
    keys: { paths, valuesIn: () => keys },
  };
}

/**
 * Later changes to other values remain. If the change is the newest, the version before it returns byte for
 * byte.
 */
async function beforeChange(
  file: OpenFile,
  current: FileSnapshot,
  { id, only, baseEtag }: { id: number; only: Revert["only"]; baseEtag: string },
): Promise<Plan> {
  const change = await changeOf(file, current, id);
  const { row, previous, before, after } = change;
  const paths = pathsOf(change, only);
  if (current.etag !== baseEtag) throw await changedSince(file, { baseEtag, paths }, current);
  const all = changedPaths(before, after).length;
  const note =
    paths.length < all ? `Undid ${paths.length} of ${all} changes in version ${id}` : `Undid version ${id}`;
  if (paths.length === all && current.etag === row.etag)
    return { note, build: await wholeVersion(file, previous) };

  const lines = paths.map((path) => lineOf(change, path));
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
  return {
    note,
    sources: [before],
    isExact: true,
    operations: settings.map((path) => operationTo(path, before.rawOf(path))),
    keys: { paths: keys, valuesIn: (now) => keyValues(change, now, keys) },
  };
}

interface Change {
  readonly row: RevisionRow;
  readonly previous: RevisionRow;
  readonly before: Version;
  readonly after: Version;
  readonly now: Version;
}

async function changeOf(file: OpenFile, current: FileSnapshot, id: number): Promise<Change> {
  const row = await file.records.get(id);
  const previous = await file.records.before(row);
  if (!previous) {
    const message = `Version ${id} is the oldest stored version, so its changes are unknown.`;
    throw new AppError("conflict", message);
  }
  if (!current.version) throw unusable(current);
  const [before, after] = [await file.records.version(previous), await file.records.version(row)];
  if (!before || !after) {
    const unreadable = before ? row : previous;
    throw new AppError("conflict", `Version ${unreadable.id} can no longer be read, so nothing was undone.`);
  }
  return { row, previous, before, after, now: current.version };
}

function pathsOf({ row, before, after }: Change, only: Revert["only"]): string[] {
  const changed = changedPaths(before, after);
  const strange = only?.find((path) => !changed.includes(path));
  if (strange !== undefined) throw new AppError("not-found", `Version ${row.id} did not change ${strange}.`);
  return only ? [...new Set(only)] : changed;
}

function lineOf(change: Change, path: string): UndoLine {
  const { before, after, now } = change;
  const known = [before, after].some(({ edition }) => edition.registry.fieldAt(path) !== undefined);
  const values = [before, after, now].map((version) => valueAt(version, path, known));
  const [oldValue, set, currentValue] = values;
  const reason = sameJson(currentValue, oldValue) ? undefined : refusalOf(change, path, known);
  const state = sameJson(currentValue, oldValue)
    ? "undone"
    : reason !== undefined
      ? "refused"
      : sameJson(currentValue, set)
        ? "same"
        : "changed";
  const head = { path, known, state, ...(reason !== undefined && { reason }) } as const;
  if (
    isHiddenBetween(path, oldValue, set) ||
    isHiddenBetween(path, currentValue, oldValue) ||
    isHiddenBetween(path, set, currentValue)
  ) {
    const secret = currentValue == null ? "set" : oldValue == null ? "cleared" : "replaced";
    return { ...head, secret, before: null, after: null, now: null };
  }
  const [shownBefore, shownAfter, shownNow] = values.map((value) => shortened(browserValue(path, value)));
  return { ...head, before: shownBefore, after: shownAfter, now: shownNow };
}

const valueAt = (version: Version, path: string, isKnown: boolean): JsonValue | undefined =>
  isKnown ? version.rawOf(path) : version.unrecognized.get(path)?.value;

function refusalOf({ before, after, now }: Change, path: string, isKnown: boolean): string | undefined {
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

const segmentsOf = (path: string, ...versions: Version[]): readonly string[] | undefined =>
  versions.flatMap(({ unrecognized }) => unrecognized.get(path) ?? [])[0]?.segments;

function keyValues({ before, after }: Change, now: Version, paths: readonly string[]): PlacedValue[] {
  const values = paths.flatMap((path): PlacedValue[] => {
    const segments = segmentsOf(path, before, after);
    if (!segments) return [];
    const value = before.unrecognized.get(path)?.value;
    // The previous value is an empty object. If the key has an object with members now, nothing has to be restored.
    if (isObject(value) && nodeAt(now.root, segments)?.type === "object") return [];
    return [{ place: { segments }, source: before, value }];
  });
  const placed = values.map((one) => ({
    ...one,
    place: { segments: addedAbove(one.place.segments, before, now, paths) },
  }));
  // If several keys were added together with the object that contains them, the object is removed only once.
  return [...new Map(placed.map((one) => [showPath(one.place.segments), one])).values()];
}

/**
 * If the version added objects around the key, returns the outermost of these objects that now contains only
 * keys to remove.
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
    const rest = [...now.unrecognized].filter(([, { segments: keySegments }]) =>
      startsWith(keySegments, above),
    );
    if (rest.every(([path]) => removed.includes(path))) return above;
  }
  return segments;
}

/** @throws AppError as `revert` */
export async function previewUndo(file: OpenFile, id: number, only: Revert["only"]): Promise<RevisionUndo> {
  const current = await readAndRecord(file);
  const change = await changeOf(file, current, id);
  const paths = pathsOf(change, only);
  const lines = paths.slice(0, mostListed).map((path) => lineOf(change, path));
  const since = await changedBy(file, change, lines);
  const more = paths.length - lines.length;
  return {
    ...headOf(change.row),
    base: current.etag,
    lines: lines.map((line) => {
      const by = since.get(line.path);
      return by ? { ...line, since: headOf(by) } : line;
    }),
    ...(more > 0 && { more }),
  };
}

/** How many versions are searched for later changes to a value. */
const deepest = 200;

async function changedBy(
  file: OpenFile,
  { row }: Change,
  lines: readonly UndoLine[],
): Promise<Map<string, RevisionRow>> {
  const laterChanges = new Map<string, RevisionRow>();
  let open = lines.filter(({ state }) => state === "changed" || state === "undone");
  if (open.length === 0) return laterChanges;
  const rows = (await file.records.find({ limit: deepest })).filter(({ id }) => id >= row.id);
  for (const [index, newer] of rows.entries()) {
    const older = rows[index + 1];
    if (!older || open.length === 0) break;
    const [from, to] = [await file.records.version(older), await file.records.version(newer)];
    if (!from || !to) continue;
    open = open.filter(({ path, known }) => {
      if (sameJson(valueAt(from, path, known), valueAt(to, path, known))) return true;
      laterChanges.set(path, newer);
      return false;
    });
  }
  return laterChanges;
}
