import "server-only";
import { AppError } from "@/lib/errors";
import { changedPaths, changesBetween } from "./changes";
import type { Context } from "./context";
import { type Current, look, recordOutside, settle } from "./current";
import { type HeldLock, withLock } from "./lock";
import { etagOf, parse } from "./parse";
import { type Reading, readingOf } from "./reading";
import {
  confirmRevision,
  dropRevision,
  insertRevision,
  revisionByEtag,
  revisionBytes,
} from "./revision-store";
import { readOnlyReason, resolveTarget, statTarget } from "./target";
import { writeConfigFile } from "./write";
import { BaseChanged } from "./write-outcome";

/** A new version to be made from a known one. */
export interface Save {
  /** The version that the author saw. */
  readonly baseEtag: string;
  readonly author: string;
  readonly note?: string | null;
  /** The setting paths that the save is about; null when it replaces the whole file. */
  readonly paths: readonly string[] | null;
  /** The new bytes. Throws AppError when the present version does not allow it. */
  readonly build: (current: Current) => Buffer;
}

/**
 * Makes a new version of the file, under the lock: recorded as a pending revision, published by renaming, confirmed.
 * Bytes that are in the file already are not written, and make no revision.
 * @throws AppError `config-changed` when the file is not the base any more; `config-read-only`; `config-write-failed`;
 *   whatever `build` throws
 */
export async function save(context: Context, request: Save): Promise<Current> {
  // Stale saves are answered without waiting for the lock; under it the check is made again.
  const now = await look(context);
  if (now.etag !== request.baseEtag) throw await changed(context, request, now);
  return withLock(context, (lock) => saveLocked(context, lock, request));
}

async function saveLocked(context: Context, lock: HeldLock, request: Save): Promise<Current> {
  const current = await settle(context);
  if (current.etag !== request.baseEtag) throw await changed(context, request, current);
  const reason = readOnlyReason(context);
  if (reason) throw new AppError("config-read-only", reason);
  const bytes = request.build(current);
  const etag = etagOf(bytes);
  if (etag === current.etag) return current;
  return publish(context, lock, request, { etag, bytes });
}

async function publish(
  context: Context,
  lock: HeldLock,
  request: Save,
  version: { etag: string; bytes: Buffer },
): Promise<Current> {
  const note = request.note?.trim() || null;
  const revision = { ...version, author: request.author, note, state: "pending" as const };
  // The disk stores the revision while it stores the temp file; the rename waits for both.
  const record = () => insertRevision(context, revision).catch((cause: unknown) => notRecorded(cause));
  let recording = record();
  const guard = async () => {
    const id = await recording;
    if (id instanceof AppError) throw id;
    await lock.assertHeld();
  };
  try {
    const { overtaken } = await writeConfigFile(context, guard, request.baseEtag, version.bytes);
    if (overtaken && (await recordOvertaken(context, overtaken))) {
      // Ours was published last, so it comes after.
      await forget(context, await recording);
      recording = record();
    }
  } catch (error) {
    await settleAfterFailure(context, await recording, version.etag);
    if (error instanceof BaseChanged) throw await changed(context, request, await settle(context));
    throw error;
  }
  await confirm(context, await recording);
  context.state.recorded = version.etag;
  return asPublished(context, version.bytes);
}

/** What was just written, without reading it again: that could fail, and the save has not. */
function asPublished(context: Context, bytes: Buffer): Promise<Current> | Current {
  const parsed = parse(bytes);
  const stat = statTarget(resolveTarget(context.path));
  if (!parsed.usable || !stat) return look(context);
  const { version } = parsed;
  context.state.lastGood = version;
  return {
    etag: version.etag,
    file: { kind: "present", bytes, stat },
    state: "usable",
    version,
    problems: [],
  };
}

const notRecorded = (cause: unknown): AppError =>
  new AppError(
    "unavailable",
    "The database could not record the new version, so the file was not changed. Check the database and save again.",
    { cause },
  );

/** The write may have failed after the new version was in place; its revision stays then. */
async function settleAfterFailure(context: Context, id: number | AppError, etag: string): Promise<void> {
  const now = await look(context);
  await (now.etag === etag ? confirm(context, id) : forget(context, id));
}

/*
 * Should the database fail now, the file tells what is true: the next holder of the lock confirms a pending revision
 * whose bytes are in the file, and drops one whose bytes are not.
 */
async function confirm(context: Context, id: number | AppError): Promise<void> {
  if (typeof id === "number") await confirmRevision(context, id).catch(() => undefined);
}

async function forget(context: Context, id: number | AppError): Promise<void> {
  if (typeof id === "number") await dropRevision(context, id).catch(() => undefined);
}

/** Keeps what another program wrote in the instant before our rename. */
async function recordOvertaken(context: Context, bytes: Buffer): Promise<boolean> {
  const parsed = parse(bytes);
  if (!parsed.usable) return false;
  await recordOutside(
    context,
    parsed.version,
    "Written at the same moment as the next version, which replaced it",
  );
  return true;
}

/** What changed since the base, and which of it the save is about, so that the author can decide key by key. */
async function changed(context: Context, { baseEtag, paths }: Save, current: Current): Promise<AppError> {
  if (current.state !== "usable" && paths !== null) return unusable(current);
  const after = current.version && readingOf(current.version, context.naming);
  const before = await readingOfEtag(context, baseEtag);
  const all = before ? changedPaths(before, after) : null;
  const conflicts =
    all === null
      ? (paths ?? [])
      : paths === null
        ? all
        : paths.filter((path) => all.some((other) => isAtOrBelow(path, other)));
  const values = before
    ? changesBetween(before, after).filter(({ path }) => conflicts.some((at) => isAtOrBelow(at, path)))
    : [];
  const message =
    conflicts.length === 0
      ? "The file has changed since you opened it, at other settings than yours. Save again to keep both."
      : `The file has changed since you opened it, also at ${listed(conflicts)}. Nothing was saved. Compare and choose which value to keep.`;
  return new AppError("config-changed", message, {
    details: { etag: current.etag, conflicts, changed: all ?? paths ?? [], values },
  });
}

/** Changes of keys outside the registry are told leaf by leaf, and saved as wholes. */
const isAtOrBelow = (path: string, other: string): boolean =>
  other === path || other.startsWith(`${path}.`) || other.startsWith(`${path}[`);

/** Nothing is edited in a file that cannot be read; what is wrong with it comes first. */
export function unusable(current: Current): AppError {
  const problem = current.problems[0];
  const place = problem?.line === undefined ? "" : ` (line ${problem.line}, column ${problem.column})`;
  return new AppError(
    "config-unusable",
    `${problem?.message ?? "The file is not usable."}${place} Nothing was changed.`,
    { details: { state: current.state, etag: current.etag, problems: current.problems } },
  );
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(", ");
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}

/** A version by its etag, if it is kept: before → after differences are computed from it. */
async function readingOfEtag(context: Context, etag: string): Promise<Reading | null> {
  const row = await revisionByEtag(context, etag);
  if (!row) return null;
  const parsed = parse(await revisionBytes(context, row.id));
  return parsed.usable ? readingOf(parsed.version, context.naming) : null;
}
