import "server-only";
import { outsideAuthor, type SettingChange } from "@/lib/shared/contract/history";
import type { PendingSetting } from "@/lib/shared/contract/running";
import type { Edition } from "@/lib/shared/settings/editions";
import { AppError } from "@/lib/errors";
import type { Context } from "../context";
import { editionNow } from "../describe";
import { parse } from "../parse";
import { type Reading, readingOf } from "../reading";
import { save, unusable } from "../save";
import { changesBetween } from "../versions/changes";
import { revisionReading } from "../versions/history";
import {
  revisionAfter,
  revisionByEtag,
  revisionBytes,
  savedRevision,
  savedRevisions,
} from "../versions/revision-store";
import { type FileSnapshot, readAndRecord } from "../watch/file-snapshot";
import { compareWithFile, isRewriteOf, tellsKnown } from "./compare";
import { hear, type HeardSettings } from "./heard";

/** A version of the file as it is put back: every byte of it. */
export interface WholeVersion {
  readonly etag: string;
  readonly bytes: Buffer;
}

/** How many kept versions are compared with what the instance tells, to find the one that it runs. */
const depth = 30;

const readingOfBytes = ({ naming }: Context, bytes: Buffer): Reading | null => {
  const parsed = parse(bytes);
  return parsed.usable ? readingOf(parsed.version, naming) : null;
};

/** The file as it is, with its number in the history. @throws AppError `config-unusable` */
export async function wholeVersion(context: Context): Promise<WholeVersion & { revision: number | null }> {
  const current = await readAndRecord(context);
  if (!current.version) throw unusable(current);
  const { etag, bytes } = current.version;
  return { etag, bytes, revision: (await revisionByEtag(context, etag))?.id ?? null };
}

/** The bytes of a kept version. @throws AppError `not-found` */
export async function bytesOf(context: Context, etag: string): Promise<Buffer> {
  const row = await revisionByEtag(context, etag);
  if (!row) throw new AppError("not-found", "The version of the file is not kept any more.");
  return revisionBytes(context, row.id);
}

/** Takes in what a running instance told (`heard.ts`), as its file's edition spells it. */
export async function hearText(
  context: Context,
  build: (edition: Edition) => Buffer,
): Promise<HeardSettings | null> {
  const edition = await editionNow(context, await readAndRecord(context));
  return hear(edition, build(edition));
}

export interface Compared {
  etag: string;
  settings: PendingSetting[];
  /** Nothing says that the instance still runs with the known version, of what differs from it. */
  isRead: boolean;
}

/**
 * Compares a version with what the instance told and with the version that it is known to run.
 * @param version that of the file now, unless given
 */
export async function compareRunning(
  context: Context,
  heard: HeardSettings | null,
  known: Buffer | null,
  version?: Buffer,
): Promise<Compared> {
  const current = await readAndRecord(context);
  const bytes = version ?? current.version?.bytes;
  const reading = bytes ? readingOfBytes(context, bytes) : null;
  // Of a file that cannot be read nothing can be compared; the page says what is wrong with it.
  if (!reading) return { etag: current.etag, settings: [], isRead: false };
  const base = known && readingOfBytes(context, known);
  const settings = compareWithFile(reading, heard, base);
  const isRead =
    settings.every(({ state }) => state === "environment") &&
    !(heard && base && tellsKnown(reading, heard, base));
  return { etag: reading.version.etag, settings, isRead };
}

/**
 * The newest kept version that is what the instance tells, if need be apart from what its environment may set; null when
 * none of the last ones is.
 */
export async function findRunning(context: Context, heard: HeardSettings): Promise<WholeVersion | null> {
  let second: WholeVersion | null = null;
  for (const row of await savedRevisions(context, { limit: depth })) {
    const reading = await revisionReading(context, row);
    if (!reading) continue;
    const version = { etag: row.etag, bytes: reading.version.bytes };
    const differences = compareWithFile(reading, heard, null);
    if (differences.length === 0) return version;
    if (differences.every(({ state }) => state === "environment")) second ??= version;
  }
  return second;
}

/** When the version after this one was saved, ISO 8601; null when it is the newest, or not kept. */
export async function changedAfter(context: Context, etag: string): Promise<string | null> {
  const row = await revisionByEtag(context, etag);
  const next = row && (await revisionAfter(context, row.id));
  const after = next && (await savedRevision(context, next));
  return after ? new Date(after.createdAt).toISOString() : null;
}

export interface PutBack {
  /** The version that was applied. The file may only differ from it by what the instance itself writes. */
  applied: string;
  version: WholeVersion;
  author: string;
  note: string;
}

/**
 * Puts a version back, byte for byte, over the version that was applied. Does nothing when it is there already.
 * @throws AppError `conflict` when somebody has changed the file since, whose change would be lost; and as `save`
 */
export async function putBack(
  context: Context,
  { applied, version, author, note }: PutBack,
): Promise<FileSnapshot> {
  const current = await readAndRecord(context);
  if (current.etag === version.etag) return current;
  await refuseForeignChange(context, current, applied);
  return save(context, {
    baseEtag: current.etag,
    author,
    note,
    paths: null,
    build: () => {
      const parsed = parse(version.bytes);
      if (!parsed.usable)
        throw new AppError("conflict", "The version that ran last cannot be read any more.");
      return parsed.version;
    },
  });
}

async function refuseForeignChange(context: Context, current: FileSnapshot, applied: string): Promise<void> {
  if (current.etag === applied) return;
  const who = await foreignAuthor(context, current, applied);
  if (who === null) return;
  throw new AppError(
    "conflict",
    `The file was changed meanwhile (${who}), so nothing was put back: that change would be lost. Restore single settings from the history, then apply again.`,
  );
}

/** Who has changed the file since a version; null when only the instance has, by writing it again. */
async function foreignAuthor(
  context: Context,
  current: FileSnapshot,
  applied: string,
): Promise<string | null> {
  const row = await revisionByEtag(context, applied);
  if (!current.version || !row) return outsideAuthor;
  const since = (await savedRevisions(context, { limit: 100 })).filter(({ id }) => id > row.id);
  const operator = since.find(({ author }) => author !== outsideAuthor);
  if (operator) return operator.author;
  const before = await revisionReading(context, row);
  return before && isRewriteOf(before, readingOf(current.version, context.naming)) ? null : outsideAuthor;
}

/** Whether the file says what the version says, apart from what the instance itself writes. */
export async function isStill(context: Context, applied: string): Promise<boolean> {
  const current = await readAndRecord(context);
  return current.etag === applied || (await foreignAuthor(context, current, applied)) === null;
}

/** What differs between two versions, redacted. */
export function changesOf(context: Context, from: Buffer, to: Buffer): SettingChange[] {
  return changesBetween(readingOfBytes(context, from), readingOfBytes(context, to));
}
