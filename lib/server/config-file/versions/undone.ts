import "server-only";
import { outsideAuthor, type UndoneValue } from "@/lib/shared/contract/history";
import { hideCredentials } from "@/lib/shared/settings/credentials";
import { fieldAt } from "@/lib/shared/settings/registry";
import { readValue } from "@/lib/shared/settings/read-value";
import { AppError } from "@/lib/errors";
import { type JsonValue, sameJson } from "@/lib/shared/json/value";
import { apply } from "../apply";
import { browserValue, changedSettings, isSecret } from "./changes";
import type { Context } from "../context";
import type { FileSnapshot } from "../watch/file-snapshot";
import { operationsFrom, revisionReading } from "./history";
import type { Reading } from "../reading";
import { type RevisionRow, savedRevisions } from "./revision-store";

/*
 * An instance can rewrite its file from memory, which holds the values from its start; everything saved in the panel
 * since is then gone from the file. In the history, this looks like a version from outside that returns settings to the
 * values that they had before the panel's saves.
 */

/** How many versions back to look for saves; few when reading a version takes long. */
const depthFor = ({ state }: Context): number => ((state.lastGood?.bytes.length ?? 0) > 500_000 ? 6 : 60);
const dismissedKey = (path: string): string => `config-undone-dismissed:${path}`;

interface Saved {
  readonly row: RevisionRow;
  readonly value: unknown;
  /** Effective values of the setting before this save and before earlier ones in the panel. */
  readonly earlier: readonly unknown[];
}

/** Values saved in the panel that the newest versions from outside have undone, unless operators dismissed them. */
export async function undoneValues(context: Context): Promise<UndoneValue[]> {
  const rows = (await savedRevisions(context, { limit: depthFor(context) })).reverse();
  const newest = rows.at(-1);
  if (!newest) return [];
  const dismissed = await dismissedUpTo(context);
  const { undone: cached } = context.state;
  if (cached?.newest === newest.id && cached.dismissed === dismissed) return cached.values;
  const values = (await compute(context, rows)).filter(({ by }) => by > dismissed).map(({ value }) => value);
  context.state.undone = { newest: newest.id, dismissed, values };
  return values;
}

async function compute(
  context: Context,
  rows: readonly RevisionRow[],
): Promise<{ by: number; value: UndoneValue }[]> {
  const saved = new Map<string, Saved>();
  const undone = new Map<string, { by: number; value: UndoneValue }>();
  let before: Reading | null = null;
  for (const row of rows) {
    const after: Reading | null = await revisionReading(context, row);
    if (!after) continue;
    for (const path of before ? changedSettings(before, after) : []) {
      const [was, is] = [effective(path, before?.rawOf(path)), effective(path, after.rawOf(path))];
      // A rewrite that spells out a default changes the text, not the setting.
      if (sameJson(was, is)) continue;
      const last = saved.get(path);
      undone.delete(path);
      if (row.author !== outsideAuthor) {
        saved.set(path, { row, value: is, earlier: [...(last?.earlier ?? []), was] });
      } else if (last && sameJson(last.value, was) && last.earlier.some((value) => sameJson(value, is))) {
        undone.set(path, { by: row.id, value: describeUndone(path, last, row, is) });
      } else {
        // Somebody set a new value outside the panel: a decision, not an accident.
        saved.delete(path);
      }
    }
    before = after;
  }
  return [...undone.values()];
}

function effective(path: string, raw: JsonValue | undefined): unknown {
  const field = fieldAt(path);
  return field ? readValue(field, raw).value : raw;
}

function describeUndone(path: string, { row, value }: Saved, by: RevisionRow, now: unknown): UndoneValue {
  // A partly hidden value could only be reapplied with the hidden part that is stored now.
  const secret = isSecret(path) || hidesSomething(value) || hidesSomething(now);
  return {
    path,
    secret,
    saved: secret ? null : browserValue(value as JsonValue),
    now: secret ? null : browserValue(now as JsonValue),
    revision: row.id,
    author: row.author,
    savedAt: new Date(row.createdAt).toISOString(),
    undoneAt: new Date(by.createdAt).toISOString(),
  };
}

const hidesSomething = (value: unknown): boolean => !sameJson(hideCredentials(value), value);

export interface Reapply {
  baseEtag: string;
  author: string;
  /** Which of the undone settings to save; if undefined, all of them. */
  paths?: readonly string[];
}

/**
 * Saves undone values again, as one new version.
 * @throws AppError `conflict` when none of them is undone any more; and as `apply`
 */
export async function reapplyUndone(context: Context, { paths, ...request }: Reapply): Promise<FileSnapshot> {
  const chosen = (await undoneValues(context)).filter(({ path }) => !paths || paths.includes(path));
  const rows = await savedRevisions(context, { limit: depthFor(context) });
  const sources = rows.filter(({ id }) => chosen.some(({ revision }) => revision === id));
  const operations = await Promise.all(
    sources.map((row) => {
      const paths = chosen.filter(({ revision }) => revision === row.id).map(({ path }) => path);
      return operationsFrom(context, row, paths);
    }),
  );
  if (operations.flat().length === 0)
    throw new AppError("conflict", "These values are in the file again, or changed since.");
  const readings = await Promise.all(sources.map((row) => revisionReading(context, row)));
  const kept = readings.filter((reading) => reading !== null);
  const note = "Applied again after a rewrite outside the panel had undone it";
  return apply(context, { ...request, note, operations: operations.flat(), kept });
}

/** Dismisses the reports of everything undone so far. */
export async function dismissUndone(context: Context): Promise<void> {
  const [newest] = await savedRevisions(context, { limit: 1 });
  if (!newest) return;
  const value = String(newest.id);
  await context
    .db()
    .insertInto("meta")
    .values({ key: dismissedKey(context.path), value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

async function dismissedUpTo(context: Context): Promise<number> {
  const row = await context
    .db()
    .selectFrom("meta")
    .where("key", "=", dismissedKey(context.path))
    .select("value")
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}
