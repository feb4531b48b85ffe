import "server-only";
import type { UndoneValue } from "@/lib/shared/contract/history";
import { prepared } from "@/lib/server/db";
import { type JsonValue, sameJson } from "@/lib/shared/json/value";
import { browserValue, isSecret, withoutCredentials } from "./changes";
import type { OpenFile } from "./open-file";
import { newestId, type RevisionRow } from "./records";
import type { Place } from "./key-places";
import { type Step, stepBetween, type Undone } from "./tracked-values";

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
  readonly earlier: readonly unknown[];
}

export async function undoneValues(config: OpenFile): Promise<UndoneValue[]> {
  return (await findUndone(config)).map(({ value }) => value);
}

export async function findUndone(config: OpenFile): Promise<Undone[]> {
  const file = await config.identity.id();
  const found = await facts(config.db, { file });
  const { newest = null, dismissed = 0 } = found[0] ?? {};
  if (newest === null) return [];
  const fromEnvironment = new Set(found.map(({ path }) => path));
  return (await undoneSince(config, `${file} ${newest}`)).filter(
    ({ by, value }) => by > dismissed && !fromEnvironment.has(value.path),
  );
}

/**
 * One row for each setting whose value the instance takes from its environment, or one without a path. The instance writes
 * these values back at every start.
 */
const facts = prepared((db, { file }: { file: number }) =>
  db
    .selectFrom("config_files")
    .leftJoin("environment_values", "environment_values.file_id", "config_files.id")
    .where("config_files.id", "=", file)
    .select(["undone_dismissed as dismissed", "environment_values.path", newestId(db, file).as("newest")]),
);

/** Remembered until there is a newer version, because every request for the file asks for it. */
function undoneSince(config: OpenFile, upTo: string): Promise<Undone[]> {
  const { state, records } = config;
  if (state.undone?.upTo === upTo) return state.undone.found;
  const found = records.find({ limit: undoneDepth }).then((rows) => undoneIn(config, rows.toReversed()));
  const memo = { upTo, found };
  state.undone = memo;
  found.catch(() => {
    if (state.undone === memo) state.undone = null;
  });
  return found;
}

async function undoneIn(config: OpenFile, rows: readonly RevisionRow[]): Promise<Undone[]> {
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
    for (const { path, oldValue, newValue, filledUp: filled, place } of step) {
      const last = saved.get(path);
      undone.delete(path);
      if (row.authorKind !== "outside") {
        saved.set(path, { row, value: newValue, earlier: [...(last?.earlier ?? []), oldValue] });
      } else if (last && sameJson(last.value, oldValue)) {
        if (!filled && !last.earlier.some((value) => sameJson(value, newValue))) {
          saved.delete(path);
          continue;
        }
        undone.set(path, {
          by: row.id,
          value: { ...describeUndone(path, last, row, newValue, place), ...(filled && { filledUp: filled }) },
          ...(place && { key: { place, saved: last.value as JsonValue | undefined } }),
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

/** Remembered, so that a save need not read earlier versions again. */
async function stepTo(config: OpenFile, before: RevisionRow, row: RevisionRow): Promise<Step> {
  const {
    records,
    state: { steps },
  } = config;
  const key = `${before.etag} ${row.etag}`;
  return (
    steps.get(key) ?? steps.set(key, stepBetween(await records.version(before), await records.version(row)))
  );
}

function describeUndone(
  path: string,
  { row, value }: Saved,
  by: RevisionRow,
  now: unknown,
  place: Place | undefined,
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
const isUnset = (value: unknown, place: Place | undefined): boolean =>
  value === undefined || (value === null && place === undefined);

export async function dismissUndone(config: OpenFile): Promise<void> {
  const newest = await config.records.newest();
  if (!newest) return;
  await config.db
    .updateTable("config_files")
    .set({ undone_dismissed: newest.id })
    .where("id", "=", await config.identity.id())
    .execute();
}
