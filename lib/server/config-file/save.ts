import "server-only";
import type { Stats } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { type Author, authorWords } from "@/lib/shared/author";
import { AppError, type InputProblem } from "@/lib/errors";
import type { Registry } from "@/lib/shared/settings/registry";
import { changedPaths, changesBetween, consequencesOf, withListSummary } from "./changes";
import {
  type FileSnapshot,
  type OpenFile,
  readFile,
  recoverAndRecord,
  usable,
  whileLocked,
} from "./open-file";
import type { HeldLock } from "./disk/lock";
import type { Version } from "./version";
import { refuseOwnErrors } from "./own-rules";
import { changesSecrets, storedSecrets, withoutSecrets } from "./secrets";
import { BaseChanged, readOnlyReason, writeConfigFile } from "./disk/write";

export interface SaveRequest {
  readonly baseEtag: string;
  readonly author: Author;
  readonly note?: string | null;
  /**
   * Called before anything is written if the request contains a secret instead of its marker, or if
   * `changesSecrets` is true for the save. Throws to refuse the save.
   * @param consequences what stops working because of the save
   */
  readonly onSecretChange?: ((consequences: readonly InputProblem[]) => void) | undefined;
  /** Called before anything is written, with the paths whose values change. Throws to refuse the save. */
  readonly onChange?: ((paths: readonly string[], registry: Registry) => void) | undefined;
}

export interface Save extends SaveRequest {
  readonly paths: readonly string[] | null;
  /** Whether the save restores what the instance ran before an apply. No rule of the operator's may block that. */
  readonly isRollback?: boolean;
  readonly build: (current: FileSnapshot) => Built | Promise<Built>;
}

interface Built {
  readonly version: Version;
  readonly namesSecret?: boolean;
}

/**
 * Saves a new version while holding the lock: stores it as pending in the history, publishes it by renaming a file,
 * and confirms it. If the bytes equal the file's bytes, nothing is written.
 * @throws AppError `config-changed` if the file is no longer the base version; `config-read-only`;
 *   `config-write-failed`; the errors of `build`
 */
export async function save(config: OpenFile, request: Save): Promise<FileSnapshot> {
  // This check without the lock refuses stale saves quickly. It is repeated while the lock is held.
  const now = await readFile(config);
  if (now.etag !== request.baseEtag) throw await changedSince(config, request, now);
  return whileLocked(config, async (current, lock) => {
    if (current.etag !== request.baseEtag) throw await changedSince(config, request, current);
    const reason = readOnlyReason(config);
    if (reason) throw new AppError("config-read-only", reason);
    const { version, namesSecret = false } = await request.build(current);
    await version.workOut();
    // This check comes before the comparison with the current version, so that correct and wrong guesses of a
    // secret get the same response.
    const readable = current.version ?? config.versions.lastGood;
    if (request.onSecretChange && (namesSecret || changesSecrets(current.version, version)))
      request.onSecretChange(consequencesOf(readable, version));
    if (version.etag === current.etag) return current;
    if (!request.isRollback) refuseOwnErrors(config, readable, version);
    request.onChange?.(changedPaths(current.version, version), version.edition.registry);
    const stat = await publish(config, lock, request, current.version, version);
    if (!stat) return readFile(config);
    // The file is not read again, because reading could fail although the save succeeded.
    config.versions.wrote(version);
    return usable({ kind: "present", bytes: version.bytes, stat }, version);
  });
}

/** The rename waits until the version is stored. */
async function publish(
  config: OpenFile,
  lock: HeldLock,
  request: Save,
  current: Version | null,
  version: Version,
): Promise<Stats | null> {
  const { etag, bytes } = version;
  const typed = request.note?.trim() || null;
  const note =
    typed &&
    withoutSecrets(
      typed,
      [current, version].flatMap((one) => (one ? storedSecrets(one) : [])),
    );
  const revision = { etag, bytes, author: request.author, note, state: "pending" as const };
  // Waits one turn of the event loop, so that the write of the temp file has started. The temp file and the history
  // are then written at the same time, and the rename waits for both.
  const record = () =>
    setImmediate()
      .then(() => config.records.insert(revision))
      .catch((cause: unknown) => notRecorded(cause));
  let recording = record();
  const guard = async () => {
    const id = await recording;
    if (id instanceof AppError) throw id;
    await lock.assertHeld();
  };
  let stat: Stats | null;
  try {
    const written = await writeConfigFile(config, guard, request.baseEtag, bytes);
    stat = written.stat;
    if (written.overtaken && (await recordOvertaken(config, written.overtaken))) {
      // Another program wrote a version right before the panel's version replaced the file. Record the
      // panel's version again, so that it follows the other program's version in the history.
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
  if (typeof id === "number") await config.records.remember(id, etag);
  return stat;
}

const notRecorded = (cause: unknown): AppError =>
  new AppError(
    "unavailable",
    "The database could not record the new version, so the file was not changed. Check the database and save again.",
    { cause },
  );

/**
 * Confirms the new version if the write failed only after it had replaced the file; otherwise drops the version. Unlike
 * `recoverAndRecord`, it does not need the lock, which may be lost.
 */
async function settleAfterFailure(config: OpenFile, id: number | AppError, etag: string): Promise<void> {
  const now = await readFile(config);
  await (now.etag === etag ? confirm(config, id) : forget(config, id));
}

/*
 * If the database fails in `confirm` or `forget`, the version stays pending. The next holder of the lock then
 * confirms or drops the version (`recoverAndRecord`).
 */
async function confirm({ records }: OpenFile, id: number | AppError): Promise<void> {
  if (typeof id === "number") await records.confirm(id).catch(() => undefined);
}

async function forget({ records }: OpenFile, id: number | AppError): Promise<void> {
  if (typeof id === "number") await records.drop(id).catch(() => undefined);
}

/** @returns false if the content is invalid */
async function recordOvertaken({ records, versions }: OpenFile, bytes: Buffer): Promise<boolean> {
  const parsed = versions.of(bytes);
  if (!parsed.usable) return false;
  await records.insertOutside(parsed, "Replaced by the next version, which was saved at the same time");
  return true;
}

/** The error lists all changes since that version, and the save's settings that are among these changes. */
export async function changedSince(
  config: OpenFile,
  { baseEtag, paths }: Pick<Save, "baseEtag" | "paths">,
  current: FileSnapshot,
): Promise<AppError> {
  if (current.state !== "usable" && paths !== null) return unusable(current);
  const after = current.version;
  const [row, newest] = await Promise.all([
    config.records.byEtag(baseEtag),
    config.records.byEtag(current.etag),
  ]);
  const before = row ? await config.records.version(row) : null;
  const all = before ? changedPaths(before, after) : null;
  const conflicts =
    all === null
      ? (paths ?? [])
      : paths === null
        ? all
        : paths.filter((path) => all.some((other) => isAtOrBelow(path, other)));
  const values = before
    ? changesBetween(before, after)
        .filter(({ path }) => conflicts.some((at) => isAtOrBelow(at, path)))
        .map(withListSummary)
    : [];
  const lastAuthor =
    newest && newest.authorKind !== "outside"
      ? authorWords({ kind: newest.authorKind, name: newest.author })
      : "Somebody outside the panel";
  const message =
    conflicts.length === 0
      ? "Other settings in the file have changed since you opened it. Save again to keep their changes and yours."
      : `${lastAuthor} changed ${listed(conflicts)} after you opened the file. Nothing was saved. Compare, and choose which values to keep.`;
  return new AppError("config-changed", message, {
    details: {
      etag: current.etag,
      conflicts,
      /** Whether the base is a version of this file, so that the conflicts are known. */
      isBaseKnown: before !== null,
      changed: all ?? paths ?? [],
      values,
      ...(newest && { by: { author: newest.author, authorKind: newest.authorKind, at: newest.at } }),
    },
  });
}

/** An unrecognized key is saved as a whole, but changes are reported for each value below the key. */
const isAtOrBelow = (path: string, other: string): boolean =>
  other === path || other.startsWith(`${path}.`) || other.startsWith(`${path}[`);

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
