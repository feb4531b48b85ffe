import "server-only";
import type { UndoneValue } from "@/lib/shared/contract/history";
import { filledUp, lastingList } from "@/lib/shared/settings/editions/edition";
import { type JsonValue, sameJson } from "@/lib/shared/json/value";
import { browserValue, isSecret, withoutCredentials } from "./changes";
import { fileId } from "../identity";
import type { OpenFile } from "../open-file";
import { remember, revisionReading } from "./history";
import type { Reading } from "../reading";
import { type RevisionRow, savedRevisions } from "./revision-store";
import { changedValues, effectiveValue, type OtherPlace, trackedValues } from "./tracked-values";

/*
 * An instance may rewrite its file with the values that it loaded at startup. All values that the panel has
 * saved since then are lost. The history then has a version from outside the panel, with values from before
 * the panel's saves. An instance may also add entries to a saved list at startup. This undoes the save of the
 * list, too.
 */

/** How many versions are searched for values saved in the panel. */
export const undoneDepth = 60;

interface Saved {
  readonly row: RevisionRow;
  readonly value: unknown;
  /** The effective values at this path that were later replaced by saves in the panel, oldest first. */
  readonly earlier: readonly unknown[];
}

export interface Undone {
  /** The id of the version that undid the value. */
  readonly by: number;
  readonly value: UndoneValue;
  /** Undefined for a setting. */
  readonly place?: OtherPlace;
}

/** Returns values that were saved in the panel and later undone from outside, unless dismissed. */
export async function undoneValues(config: OpenFile): Promise<UndoneValue[]> {
  return (await findUndone(config)).map(({ value }) => value);
}

/** Returns undone values with the data needed to save them again. */
export async function findUndone(config: OpenFile): Promise<readonly Undone[]> {
  const rows = (await savedRevisions(config, { limit: undoneDepth })).reverse();
  const newest = rows.at(-1);
  if (!newest) return [];
  const dismissed = await dismissedUpTo(config);
  const memory = memoryOf(config);
  const key = [await fileId(config), newest.id, dismissed].join(" ");
  if (memory.key === key) return memory.found;
  const found = (await compute(config, rows)).filter(({ by }) => by > dismissed);
  Object.assign(memory, { key, found });
  return found;
}

/**
 * Cached results. `found` is valid for `key`, which contains the newest version's id. Each key of `steps`
 * consists of the etags of two versions.
 */
interface Memory {
  key: string;
  found: readonly Undone[];
  readonly steps: Map<string, Step>;
}
const memories = new WeakMap<OpenFile["state"], Memory>();

function memoryOf({ state }: OpenFile): Memory {
  const memory = memories.get(state) ?? { key: "", found: [], steps: new Map() };
  memories.set(state, memory);
  return memory;
}

/** A setting whose value, as the instance reads it, differs between two versions. */
interface Change {
  readonly path: string;
  readonly was: unknown;
  readonly is: unknown;
  readonly filledUp: UndoneValue["filledUp"];
  readonly place: OtherPlace | undefined;
}

/**
 * The changes from one version to the next. `unreadable`: the next version cannot be read. `anew`: nearly
 * everything differs.
 */
type Step = readonly Change[] | "unreadable" | "anew";

/**
 * Limits for one version: the number of changes, and the number of characters in changed values. A version
 * above a limit counts as a different file, so no earlier value is reported as undone. The limits also save
 * memory.
 */
const most = { changes: 1_000, characters: 256 * 1024 };

async function compute(config: OpenFile, rows: readonly RevisionRow[]): Promise<Undone[]> {
  const saved = new Map<string, Saved>();
  const undone = new Map<string, Undone>();
  let before: RevisionRow | undefined;
  for (const row of rows) {
    const step: Step = before ? await stepTo(config, before, row) : [];
    if (step === "unreadable") continue;
    before = row;
    if (step === "anew") {
      saved.clear();
      undone.clear();
      continue;
    }
    for (const { path, was, is, filledUp: filled, place } of step) {
      const last = saved.get(path);
      undone.delete(path);
      if (row.authorKind !== "outside") {
        saved.set(path, { row, value: is, earlier: [...(last?.earlier ?? []), was] });
      } else if (last && sameJson(last.value, was)) {
        if (!filled && !last.earlier.some((value) => sameJson(value, is))) {
          saved.delete(path);
          continue;
        }
        undone.set(path, {
          by: row.id,
          value: { ...describeUndone(path, last, row, is, place), ...(filled && { filledUp: filled }) },
          ...(place && { place }),
        });
      } else {
        // In an earlier version, another program had already replaced the value that the panel saved. That
        // value is no longer expected.
        saved.delete(path);
      }
    }
  }
  return [...undone.values()];
}

/** Cached per pair of versions, so that a save need not read earlier versions again. */
async function stepTo(config: OpenFile, before: RevisionRow, row: RevisionRow): Promise<Step> {
  const { steps } = memoryOf(config);
  const key = `${before.etag} ${row.etag}`;
  const step = steps.get(key) ?? (await findStep(config, before, row));
  return remember(steps, key, step, 2 * undoneDepth);
}

async function findStep(config: OpenFile, beforeRow: RevisionRow, row: RevisionRow): Promise<Step> {
  const before = await revisionReading(config, beforeRow);
  const after = await revisionReading(config, row);
  if (!after) return "unreadable";
  if (!before) return [];
  const changes: Change[] = [];
  let characters = 0;
  for (const path of changedValues(before, after)) {
    const [was, is] = [effectiveValue(before, path), effectiveValue(after, path)];
    // A rewrite may write defaults into the file. This changes the text, but no setting.
    if (sameJson(was, is)) continue;
    characters += lengthOf(was) + lengthOf(is);
    changes.push({
      path,
      was,
      is,
      filledUp: filledUpFrom(after, path, was, is),
      place: placeOf(path, before, after),
    });
    if (changes.length > most.changes || characters > most.characters) return "anew";
  }
  return changes;
}

const lengthOf = (value: unknown): number =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? String(one) : one))?.length ?? 0;

/**
 * If the instance has turned the list `was` into `is` by adding its default entries, returns a list that the
 * instance would not extend (`lasting`; null if there is none).
 */
function filledUpFrom(
  { edition }: Reading,
  path: string,
  was: unknown,
  is: unknown,
): UndoneValue["filledUp"] {
  const own = edition.mergedLists[path];
  if (!own || !Array.isArray(was) || !sameJson(filledUp(was, own), is)) return undefined;
  return { lasting: lastingList(was, own) };
}

/**
 * Returns the location of an unrecognized key in the newer version, or else in the older version. Undefined
 * for a setting.
 */
function placeOf(path: string, before: Reading, after: Reading): OtherPlace | undefined {
  if (after.edition.registry.fieldAt(path)) return undefined;
  return (trackedValues(after).get(path) ?? trackedValues(before).get(path))?.place;
}

function describeUndone(
  path: string,
  { row, value }: Saved,
  by: RevisionRow,
  now: unknown,
  place: OtherPlace | undefined,
): UndoneValue {
  const hides = (one: unknown) => isSecret(path, one) || !sameJson(withoutCredentials(path, one), one);
  // A partly hidden value counts as secret, because saving it again would require the hidden part.
  const secret = hides(value) || hides(now);
  return {
    path,
    known: place === undefined,
    secret,
    saved: secret ? null : browserValue(path, value as JsonValue),
    now: secret ? null : browserValue(path, now as JsonValue),
    isRemoved: { saved: isUnset(value, place), now: isUnset(now, place) },
    revision: row.id,
    author: row.author,
    authorKind: row.authorKind,
    savedAt: new Date(row.createdAt).toISOString(),
    undoneAt: new Date(by.createdAt).toISOString(),
  };
}

/** A missing setting may be null or undefined. An unrecognized key is only missing if it is undefined. */
const isUnset = (value: unknown, place: OtherPlace | undefined): boolean =>
  value === undefined || (value === null && place === undefined);

export async function dismissUndone(config: OpenFile): Promise<void> {
  const [newest] = await savedRevisions(config, { limit: 1 });
  if (!newest) return;
  await config
    .db()
    .updateTable("config_files")
    .set({ undone_dismissed: newest.id })
    .where("id", "=", await fileId(config))
    .execute();
}

async function dismissedUpTo(config: OpenFile): Promise<number> {
  const { undone_dismissed } = await config
    .db()
    .selectFrom("config_files")
    .where("id", "=", await fileId(config))
    .select("undone_dismissed")
    .executeTakeFirstOrThrow();
  return undone_dismissed;
}
