import "server-only";
import type { Author } from "@/lib/shared/author";
import { setImmediate } from "node:timers/promises";
import { AppError } from "@/lib/errors";
import { changedPaths, changesBetween } from "./versions/changes";
import { fileId } from "./identity";
import type { OpenFile } from "./open-file";
import { type FileSnapshot, readFile, recordOutside, recoverAndRecord, usable } from "./file-snapshot";
import { type HeldLock, withLock } from "./disk/lock";
import { parse, type UsableVersion } from "./parse";
import { type Reading, readingOf } from "./reading";
import {
  confirmRevision,
  dropRevision,
  insertRevision,
  revisionByEtag,
  revisionBytes,
} from "./versions/revision-store";
import { changesSecrets } from "./secrets";
import { readOnlyReason, resolveTarget, statTarget } from "./disk/resolve-path";
import { writeConfigFile } from "./disk/write";
import { BaseChanged } from "./disk/write-outcome";

/** A request to create a new version from a known one. */
export interface Save {
  /** The version that the author's edits are based on. */
  readonly baseEtag: string;
  readonly author: Author;
  readonly note?: string | null;
  /** The setting paths that the save changes; null if it replaces the whole file. */
  readonly paths: readonly string[] | null;
  /**
   * Called before anything is written if the save sets, replaces or removes a secret, or changes its target. It refuses the save by
   * throwing.
   */
  readonly onSecretChange?: (() => void) | undefined;
  /** Creates and checks the new version. Throws AppError if the current version does not allow it. */
  readonly build: (current: FileSnapshot) => UsableVersion;
}

/**
 * Creates a new version of the file while holding the lock: records it as a pending revision, publishes it by
 * renaming, and confirms it. If the new bytes equal the file's, nothing is written and no revision is created.
 * @throws AppError `config-changed` if the file is no longer the base; `config-read-only`; `config-write-failed`;
 * any error from `build`
 */
export async function save(config: OpenFile, request: Save): Promise<FileSnapshot> {
  // Refuses stale saves without waiting for the lock; the check is repeated while holding it.
  const now = await readFile(config);
  if (now.etag !== request.baseEtag) throw await changedSince(config, request, now);
  return withLock(config, (lock) => saveLocked(config, lock, request));
}

async function saveLocked(config: OpenFile, lock: HeldLock, request: Save): Promise<FileSnapshot> {
  const current = await recoverAndRecord(config);
  if (current.etag !== request.baseEtag) throw await changedSince(config, request, current);
  const reason = readOnlyReason(config);
  if (reason) throw new AppError("config-read-only", reason);
  const version = request.build(current);
  if (version.etag === current.etag) return current;
  if (request.onSecretChange && changesSecrets(current.version, version)) request.onSecretChange();
  return publish(config, lock, request, version);
}

async function publish(
  config: OpenFile,
  lock: HeldLock,
  request: Save,
  version: UsableVersion,
): Promise<FileSnapshot> {
  const { etag, bytes } = version;
  const note = request.note?.trim() || null;
  const revision = { etag, bytes, author: request.author, note, state: "pending" as const };
  // By the next turn of the event loop, the temp file is being written to disk. The revision is written at the
  // same time, and the rename waits for both.
  const record = () =>
    setImmediate()
      .then(() => insertRevision(config, revision))
      .catch((cause: unknown) => notRecorded(cause));
  let recording = record();
  const guard = async () => {
    const id = await recording;
    if (id instanceof AppError) throw id;
    await lock.assertHeld();
  };
  try {
    const { overtaken } = await writeConfigFile(config, guard, request.baseEtag, bytes);
    if (overtaken && (await recordOvertaken(config, overtaken))) {
      // Our version was published last, so it is recorded after the other one.
      await forget(config, await recording);
      recording = record();
    }
  } catch (error) {
    await settleAfterFailure(config, await recording, etag);
    if (error instanceof BaseChanged)
      throw await changedSince(config, request, await recoverAndRecord(config));
    throw error;
  }
  const id = await recording;
  await confirm(config, id);
  if (typeof id === "number") config.state.recorded = { file: await fileId(config), id, etag };
  return asPublished(config, version);
}

/** The version just written, without reading it again, because the read could fail although the save succeeded. */
function asPublished(config: OpenFile, version: UsableVersion): Promise<FileSnapshot> | FileSnapshot {
  const stat = statTarget(resolveTarget(config.path));
  if (!stat) return readFile(config);
  config.state.lastGood = version;
  return usable({ kind: "present", bytes: version.bytes, stat }, version);
}

const notRecorded = (cause: unknown): AppError =>
  new AppError(
    "unavailable",
    "The database could not record the new version, so the file was not changed. Check the database and save again.",
    { cause },
  );

/** The write may have failed after the new version was already in place. In that case its revision remains. */
async function settleAfterFailure(config: OpenFile, id: number | AppError, etag: string): Promise<void> {
  const now = await readFile(config);
  await (now.etag === etag ? confirm(config, id) : forget(config, id));
}

/*
 * If the database fails now, the file decides later: the next holder of the lock confirms a pending revision whose
 * bytes are in the file, and drops any other.
 */
async function confirm(config: OpenFile, id: number | AppError): Promise<void> {
  if (typeof id === "number") await confirmRevision(config, id).catch(() => undefined);
}

async function forget(config: OpenFile, id: number | AppError): Promise<void> {
  if (typeof id === "number") await dropRevision(config, id).catch(() => undefined);
}

/** Records content that another program wrote right before our rename. */
async function recordOvertaken(config: OpenFile, bytes: Buffer): Promise<boolean> {
  const parsed = parse(bytes);
  if (!parsed.usable) return false;
  await recordOutside(
    config,
    parsed.version,
    "Replaced by the next version, which was saved at the same time",
  );
  return true;
}

/**
 * The changes since the base, and which of them affect the same settings as the save, so that the author can
 * decide for each key.
 */
export async function changedSince(
  config: OpenFile,
  { baseEtag, paths }: Pick<Save, "baseEtag" | "paths">,
  current: FileSnapshot,
): Promise<AppError> {
  if (current.state !== "usable" && paths !== null) return unusable(current);
  const after = current.version && readingOf(current.version, config.naming);
  const before = await readingOfEtag(config, baseEtag);
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
      ? "Other settings in the file have changed since you opened it. Save again to keep their changes and yours."
      : `Somebody else changed ${listed(conflicts)} after you opened the file. Nothing was saved. Compare, and choose which values to keep.`;
  return new AppError("config-changed", message, {
    details: { etag: current.etag, conflicts, changed: all ?? paths ?? [], values },
  });
}

/** Changes to keys outside the registry are reported per leaf, but these keys are saved whole. */
const isAtOrBelow = (path: string, other: string): boolean =>
  other === path || other.startsWith(`${path}.`) || other.startsWith(`${path}[`);

/** The error for a file that cannot be read. Its problem has to be fixed before the file can be edited. */
export function unusable(current: FileSnapshot): AppError {
  const problem = current.problems[0];
  const place = problem?.line === undefined ? "" : ` (line ${problem.line}, column ${problem.column})`;
  return new AppError(
    "config-unusable",
    `${problem?.message ?? "The file cannot be used."}${place} Nothing was changed.`,
    { details: { state: current.state, etag: current.etag, problems: current.problems } },
  );
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(", ");
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}

/** The stored version with this etag, if any. Differences are computed from it. */
async function readingOfEtag(config: OpenFile, etag: string): Promise<Reading | null> {
  const row = await revisionByEtag(config, etag);
  if (!row) return null;
  const parsed = parse(await revisionBytes(config, row.id));
  return parsed.usable ? readingOf(parsed.version, config.naming) : null;
}
