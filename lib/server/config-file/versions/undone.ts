import "server-only";
import { outsideAuthor } from "@/lib/shared/contract/values";
import type { UndoneValue } from "@/lib/shared/contract/history";
import { filledUp, lastingList } from "@/lib/shared/settings/editions/edition";
import { type JsonValue, sameJson } from "@/lib/shared/json/value";
import { browserValue, isSecret, withoutCredentials } from "./changes";
import { type Context, fileId } from "../context";
import { revisionReading } from "./history";
import type { Reading } from "../reading";
import { type RevisionRow, savedRevisions } from "./revision-store";
import { changedValues, effectiveValue, type OtherPlace, trackedValues } from "./tracked-values";

/*
 * An instance can rewrite its file from memory, which holds the values from its start; everything saved in the panel
 * since is then gone from the file. In the history, this looks like a version from outside that returns settings, and
 * keys that are none, to the values that they had before the panel's saves. And at its start it may fill a list up.
 */

/** How many versions back to look for saves; few when reading a version takes long. */
export const undoneDepth = ({ state }: Context): number =>
  (state.lastGood?.bytes.length ?? 0) > 500_000 ? 6 : 60;

interface Saved {
  readonly row: RevisionRow;
  readonly value: unknown;
  /** What was effective before this save and before earlier ones in the panel. */
  readonly earlier: readonly unknown[];
}

/** A value that was undone. */
export interface Undone {
  /** The version that undid it. */
  readonly by: number;
  readonly value: UndoneValue;
  /** Absent for settings. */
  readonly place?: OtherPlace;
}

/** Values saved in the panel that the newest versions from outside have undone, unless operators dismissed them. */
export async function undoneValues(context: Context): Promise<UndoneValue[]> {
  return (await findUndone(context)).map(({ value }) => value);
}

/** The same, with what is needed to save them again. */
export async function findUndone(context: Context): Promise<readonly Undone[]> {
  const rows = (await savedRevisions(context, { limit: undoneDepth(context) })).reverse();
  const newest = rows.at(-1);
  if (!newest) return [];
  const dismissed = await dismissedUpTo(context);
  const { undone: cached } = context.state;
  const file = await fileId(context);
  if (cached?.file === file && cached.newest === newest.id && cached.dismissed === dismissed)
    return cached.found;
  const found = (await compute(context, rows)).filter(({ by }) => by > dismissed);
  context.state.undone = { file, newest: newest.id, dismissed, found };
  return found;
}

async function compute(context: Context, rows: readonly RevisionRow[]): Promise<Undone[]> {
  const saved = new Map<string, Saved>();
  const undone = new Map<string, Undone>();
  let before: Reading | null = null;
  for (const row of rows) {
    const after: Reading | null = await revisionReading(context, row);
    if (!after) continue;
    for (const path of before ? changedValues(before, after) : []) {
      const [was, is] = [before ? effectiveValue(before, path) : undefined, effectiveValue(after, path)];
      // A rewrite that spells out a default changes the text, not the setting.
      if (sameJson(was, is)) continue;
      const last = saved.get(path);
      undone.delete(path);
      if (row.author !== outsideAuthor) {
        saved.set(path, { row, value: is, earlier: [...(last?.earlier ?? []), was] });
      } else if (last && sameJson(last.value, was)) {
        const filled = filledUpFrom(after, path, was, is);
        if (!filled && !last.earlier.some((value) => sameJson(value, is))) {
          saved.delete(path);
          continue;
        }
        const place = before ? placeOf(path, before, after) : undefined;
        undone.set(path, {
          by: row.id,
          value: { ...describeUndone(path, last, row, is, place), ...(filled && { filledUp: filled }) },
          ...(place && { place }),
        });
      } else {
        // Somebody set a new value outside the panel: a decision, not an accident.
        saved.delete(path);
      }
    }
    before = after;
  }
  return [...undone.values()];
}

/** Whether the instance has made one list of the other by filling it up with its own entries. */
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

/** Where a key is that is no setting of the newer version; it is in one of the two. */
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
  // A partly hidden value could only be reapplied with the hidden part that is stored now.
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
    savedAt: new Date(row.createdAt).toISOString(),
    undoneAt: new Date(by.createdAt).toISOString(),
  };
}

/** A setting without a value is null; a key that is no setting may be null and there. */
const isUnset = (value: unknown, place: OtherPlace | undefined): boolean =>
  value === undefined || (value === null && place === undefined);

/** Dismisses the reports of everything undone so far. */
export async function dismissUndone(context: Context): Promise<void> {
  const [newest] = await savedRevisions(context, { limit: 1 });
  if (!newest) return;
  await context
    .db()
    .updateTable("config_files")
    .set({ undone_dismissed: newest.id })
    .where("id", "=", await fileId(context))
    .execute();
}

async function dismissedUpTo(context: Context): Promise<number> {
  const { undone_dismissed } = await context
    .db()
    .selectFrom("config_files")
    .where("id", "=", await fileId(context))
    .select("undone_dismissed")
    .executeTakeFirstOrThrow();
  return undone_dismissed;
}
