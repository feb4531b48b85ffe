import "server-only";
import type { Author } from "@/lib/shared/author";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type {
  Revision,
  RevisionComparison,
  RevisionDetail,
  RevisionHead,
} from "@/lib/shared/contract/history";
import { AppError } from "@/lib/errors";
import { saveOperations } from "../save-operations";
import { type Listed, listedChanges } from "./changes";
import { maskedPair } from "../masked-pair";
import type { OpenFile } from "../open-file";
import { contradictionsBetween } from "../contradictions";
import type { FileSnapshot } from "../file-snapshot";
import { parse, type UsableVersion } from "../parse";
import { type Reading, readingOf } from "../reading";
import {
  newestRevision,
  revisionAfter,
  type RevisionRow,
  revisionByEtag,
  revisionBytes,
  savedRevision,
  savedRevisions,
} from "./revision-store";
import { type Save, save, unusable } from "../save";
import { maskSecrets } from "../secrets";
import { checkedVersion } from "../raw-text";

/** Limits for parsed versions in memory: how many, and the total length of their texts (bytes). */
const cached = { versions: 64, bytes: 4 * 1024 * 1024 };

const cachedChanges = 100;

/** How many of the newest versions are searched for the save that an operator undoes. */
const undoDepth = 100;

async function storedVersion(
  config: OpenFile,
  { id }: Pick<RevisionRow, "id">,
): Promise<UsableVersion | null> {
  const parsed = parse(await revisionBytes(config, id));
  return parsed.usable ? parsed.version : null;
}

/** Parses a stored version. Null for a version that an older panel accepted and this panel cannot parse. */
export async function revisionReading(
  config: OpenFile,
  row: Pick<RevisionRow, "id" | "etag">,
): Promise<Reading | null> {
  const { kept, lastGood } = config.state;
  const known = kept.get(row.etag);
  if (known !== undefined) return known;
  const version = lastGood?.etag === row.etag ? lastGood : await storedVersion(config, row);
  const reading = version && readingOf(version, config.naming);
  kept.set(row.etag, reading);
  let bytes = [...kept.values()].reduce((sum, one) => sum + (one?.version.bytes.length ?? 0), 0);
  for (const [etag, one] of kept) {
    if (kept.size <= cached.versions && bytes <= cached.bytes) break;
    kept.delete(etag);
    bytes -= one?.version.bytes.length ?? 0;
  }
  return reading;
}

/** @param previous the version right before this one; undefined for the oldest version */
export async function toRevision(
  config: OpenFile,
  row: RevisionRow,
  previous: RevisionRow | undefined,
): Promise<Revision> {
  const { id, etag, author, authorKind, note, createdAt } = row;
  const changes = previous ? await changesOf(config, previous, row) : { changes: null };
  return { id, etag, author, authorKind, note, at: new Date(createdAt).toISOString(), ...changes };
}

/** Cached per pair of versions, because lists are requested often and comparing large versions is slow. */
async function changesOf(config: OpenFile, previous: RevisionRow, row: RevisionRow): Promise<Listed> {
  const key = `${previous.etag} ${row.etag}`;
  const { changes: known } = config.state;
  const found =
    known.get(key) ??
    listedChanges(await revisionReading(config, previous), await revisionReading(config, row));
  known.delete(key);
  known.set(key, found);
  const oldest = known.keys().next().value;
  if (known.size > cachedChanges && oldest !== undefined) known.delete(oldest);
  return found;
}

/** @throws AppError `not-found` */
export async function getKept(config: OpenFile, id: number, current: FileSnapshot): Promise<RevisionDetail> {
  const row = await rowOf(config, id);
  const [previous] = await savedRevisions(config, { limit: 1, before: id });
  const reading = await revisionReading(config, row);
  const now = current.version && readingOf(current.version, config.naming);
  const restores = listedChanges(now, reading);
  return {
    ...(await toRevision(config, row, previous)),
    newest: (await newestRevision(config))?.id ?? id,
    older: previous?.id ?? null,
    newer: await revisionAfter(config, id),
    text: reading ? maskSecrets(reading.version).text : "",
    restores: restores.changes,
    moreRestores: restores.more,
    contradictions: now && reading ? contradictionsBetween(now, reading).map(({ message }) => message) : [],
  };
}

export interface Restore {
  baseEtag: string;
  author: Author;
  note?: string | null;
  onSecretChange?: Save["onSecretChange"];
  /**
   * The paths of the settings to restore. If undefined, the whole version is restored byte for byte, even over a
   * broken or missing file.
   */
  paths?: readonly string[];
}

/**
 * Restores a stored version, or some of its settings, as a new version. Contradictions in the restored version do not
 * block this (`contradictions.ts`), but values that no instance can read block it.
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
    const reading = await revisionReading(config, row);
    const operations = await operationsFrom(config, row, paths);
    return saveOperations(config, { ...request, note, operations, kept: reading ? [reading] : [] });
  }
  const bytes = await revisionBytes(config, row.id);
  return save(config, {
    ...request,
    note,
    paths: null,
    build: (current) => {
      if (current.state === "unreadable") throw unusable(current);
      return { version: checkedVersion(config, current, parse(bytes)) };
    },
  });
}

/**
 * Undoes a save: restores version `to` byte for byte, including secrets. `baseEtag` is the version that the save
 * created. It must be the file's current version and follow directly after `to`, so that no other change is lost.
 * @throws AppError `not-found` if version `to` is no longer stored; `conflict` if it is not the version right before
 *   the save; the errors of `restore`
 */
export async function undo(
  config: OpenFile,
  { to, ...request }: { to: string } & Pick<Save, "baseEtag" | "author" | "onSecretChange">,
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
      "The file was changed between that version and the save, so nothing was undone. Restore individual settings from the history.",
    );
  }
  return restore(config, row.id, { ...request, note: `Undone. Restored version ${row.id}` });
}

/** Operations that set settings to their values in a stored version. */
export async function operationsFrom(
  config: OpenFile,
  row: RevisionRow,
  paths: readonly string[],
): Promise<Operation[]> {
  const reading = await revisionReading(config, row);
  if (!reading)
    throw new AppError("conflict", `Version ${row.id} can no longer be read, so nothing was restored.`);
  return paths.map((path): Operation => {
    const value = reading.rawOf(path);
    return value === undefined ? { op: "unset", path } : { op: "set", path, value };
  });
}

/** @throws AppError `not-found` */
export async function rowOf(config: OpenFile, id: number): Promise<RevisionRow> {
  const row = await savedRevision(config, id);
  if (row) return row;
  throw new AppError(
    "not-found",
    `Version ${id} is no longer stored. Choose another version from the history.`,
  );
}

/** Maximum total length, in characters, of two texts that are shown side by side. */
const longestTexts = 512 * 1024;

/** @throws AppError `not-found` */
export async function compareKept(config: OpenFile, from: number, to: number): Promise<RevisionComparison> {
  const [old, now] = await Promise.all([rowOf(config, from), rowOf(config, to)]);
  const [before, after] = [await revisionReading(config, old), await revisionReading(config, now)];
  const length = [before, after].reduce((sum, one) => sum + (one?.version.text.length ?? 0), 0);
  const texts = length > longestTexts ? null : maskedPair(before?.version, after?.version);
  return {
    from: headOf(old),
    to: headOf(now),
    ...listedChanges(before, after),
    texts: texts && { from: texts[0], to: texts[1] },
  };
}

export function headOf({ id, etag, author, authorKind, note, createdAt }: RevisionRow): RevisionHead {
  return { id, etag, author, authorKind, note, at: new Date(createdAt).toISOString() };
}
