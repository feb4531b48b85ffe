import "server-only";
import type { ConfigSnapshot, FileSummary, Operation } from "@/lib/shared/contract/config-snapshot";
import type { ImportPreview, RawText } from "@/lib/shared/contract/config";
import { outsideAuthor } from "@/lib/shared/contract/values";
import type {
  ConfigEvent,
  RevisionComparison,
  RevisionDetail,
  RevisionFilter,
  RevisionPage,
  SettingHistory,
  UndoneValue,
} from "@/lib/shared/contract/history";
import type { Edition } from "@/lib/shared/settings/editions";
import type { JsonSchema } from "@/lib/shared/settings/json-schema";
import type { ConfigPreview } from "@/lib/shared/contract/config";
import type { KeyChange, OtherKey } from "@/lib/shared/contract/config";
import type { FileHistories } from "@/lib/shared/contract/file-history";
import type { Settings } from "@/lib/shared/settings/values";
import { announce, type Db, db, onAnnouncement } from "@/lib/server/db";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { processSingleton } from "@/lib/process-singleton";
import { type Apply, apply } from "./apply";
import { type Context, fileIdentity, openContext } from "./context";
import { type FileSnapshot, readAndRecord, readFile } from "./watch/file-snapshot";
import { describe, editionNow, settingsFor } from "./describe";
import { chooseHistory as choose, listHistories } from "./histories";
import { forgetIdentities, type Identity, identityOf } from "./identity";
import { realFileOps } from "./disk/file-ops";
import { startWatching, subscribe, type Watcher } from "./watch/events";
import { compareKept } from "./versions/compare";
import { getKept, type Restore, restore, revisionReading, undo } from "./versions/history";
import { listKept } from "./versions/list";
import {
  newestRevision,
  newestRevisionBy,
  revisionAfter,
  type RevisionRow,
  revisionByEtag,
  revisionBytes,
  savedRevision,
  savedRevisions,
} from "./versions/revision-store";
import { readOther, type SaveOther, saveOther } from "./unrecognized-keys";
import { closeToOthers } from "./disk/permissions";
import { create, generate, prepare } from "./prepare";
import { previewOperations as tryOperations } from "./preview";
import { type Export, exportFile, previewImport as preview } from "./import-export";
import { schemaIn } from "./schema";
import { summaryOf, withRules } from "./summary";
import { historyOf } from "./versions/setting-history";
import { type Reapply, reapplyUndone } from "./versions/reapply";
import { dismissUndone, undoneValues } from "./versions/undone";
import { parse } from "./parse";
import { type Reading, readingOf } from "./reading";
import { type Save, save } from "./save";
import { readRaw, type SaveText, saveRaw, showRaw } from "./raw-text";

export { spell } from "./naming";

/*
 * The public interface of this folder, for the file at CONFIG_PATH. All functions work on the file as it is at the
 * moment of the call.
 */

function context(): Context {
  return processSingleton("config-file", () => {
    const { configPath, dataDir, configNaming, configReadOnly, configRevisions } = env();
    return openContext({
      path: configPath,
      dataDir,
      naming: configNaming,
      readOnly: configReadOnly,
      retention: configRevisions,
      generates() {
        const { instanceApiUrl, isModeOpen } = env();
        return instanceApiUrl === undefined && !isModeOpen;
      },
      db,
      ops: realFileOps,
    });
  });
}

/**
 * Called once at start: finishes an interrupted write, removes leftover temp files, records the current version, and
 * creates the file (with generated keys) if none has ever existed.
 * @returns which file of the database it is
 */
export async function prepareConfigFile(): Promise<Identity> {
  await prepare(context());
  watcher();
  return fileIdentity(context());
}

/** Replicas that share the file announce their saves to each other; all other changes are found by polling. */
const CHANNEL = "instance_admin_config";

const watcher = (): Watcher =>
  processSingleton("config-watcher", () => {
    const watching = startWatching(context());
    onAnnouncement(CHANNEL, () => {
      forgetIdentities(db());
      void watching.check();
    });
    return watching;
  });

/** Describes the file after a save, and notifies open pages at once instead of at the watcher's next poll. */
async function saved(current: Promise<FileSnapshot>): Promise<ConfigSnapshot> {
  const document = withRules(await describe(context(), await current));
  void watcher().check();
  void announce(CHANNEL);
  return document;
}

/** The current file, without secrets. Never throws for a missing, broken or unreadable file: it describes it. */
export async function readConfigDocument(): Promise<ConfigSnapshot> {
  return withRules(await describe(context(), await readAndRecord(context())));
}

/** What every page may know of the file; never throws, as `readConfigDocument`. */
export async function readFileSummary(): Promise<FileSummary> {
  return summaryOf(await describe(context(), await readAndRecord(context())));
}

/** Whether the file can be used, and if not, why and where. */
export async function readFileState(): Promise<
  Pick<ConfigSnapshot["file"], "state"> & Pick<FileSnapshot, "problems">
> {
  return readAndRecord(context());
}

/**
 * Effective values, secrets included, for server use. While the file is unusable, those of its last usable version.
 * @throws AppError `config-unreadable` when there is no such version
 */
export async function readSettings(): Promise<Settings> {
  return settingsFor(context(), await readAndRecord(context()));
}

/** What the program knows whose file this is. */
export async function readEdition(): Promise<Edition> {
  return editionNow(context(), await readFile(context()));
}

/** The JSON Schema of the file, its keys and option values spelled as the file spells them. */
export async function readConfigSchema(): Promise<JsonSchema> {
  return schemaIn(await readEdition());
}

/**
 * Saves operations and edits of unrecognized keys made for the version `baseEtag`, as one revision.
 * @throws AppError `invalid-settings` (one problem per path), `config-changed` (details: `etag`, `conflicts`, `changed`,
 *   `values`), `config-unusable`, `config-read-only`, `config-write-failed`
 */
export function applyOperations(request: Apply): Promise<ConfigSnapshot> {
  return saved(apply(context(), request));
}

/**
 * A preview of the file's text after operations, secrets hidden. @throws AppError `invalid-settings`, `config-unusable`
 */
export function previewOperations(
  operations: readonly Operation[],
  keys: readonly KeyChange[] = [],
): Promise<ConfigPreview> {
  return tryOperations(context(), operations, keys);
}

/**
 * Restricts access to the file to its owner and group; its content stays the same.
 * @throws AppError `config-read-only`; `conflict` with the reason and what to run instead
 */
export function closeConfigFile(): Promise<ConfigSnapshot> {
  return saved(closeToOthers(context()));
}

/** Creates the file where it is missing, at the operator's explicit request. Throws as `applyOperations` does. */
export async function createConfigFile(request: {
  author: string;
  note?: string | null;
}): Promise<ConfigSnapshot> {
  return withRules(await describe(context(), await create(context(), request)));
}

/**
 * Generates `security.jwtSecret`, `security.requestSignature` and `general.instanceId` if missing, as a separate
 * revision. Does nothing with an upstream instance, nor while nobody has said that this panel is the instance.
 * @param author who has said so; by default the panel does it by itself
 * @throws AppError with the reason when they are missing and cannot be stored
 */
export function ensureGenerated(author?: string): Promise<void> {
  return generate(context(), author);
}

/**
 * Stored versions that fit the filter, newest first; at most `limit` (1 to 100), older than version `before` if given.
 */
export function listRevisions({
  limit = 20,
  ...rest
}: { limit?: number; before?: number } & RevisionFilter = {}): Promise<RevisionPage> {
  return listKept(context(), { ...rest, limit: Math.min(100, Math.max(1, limit)) });
}

/** Stored versions by number, person or note, newest first. */
export const findVersions = (search: string, limit: number): Promise<RevisionRow[]> =>
  savedRevisions(context(), { search, limit });

/**
 * Ids of the newest stored version and of the newest one from outside the panel; null where there is none, or no
 * database to ask.
 */
export async function newestVersions(): Promise<{ latest: number | null; outside: number | null }> {
  const [latest, outside] = await Promise.all([newestVersion(), newestVersion(outsideAuthor)]);
  return { latest, outside };
}

/** The id of the newest stored version, or of the newest one by an author; null as above. */
export async function newestVersion(author?: string): Promise<number | null> {
  try {
    const found = await (author === undefined
      ? newestRevision(context())
      : newestRevisionBy(context(), author));
    return found?.id ?? null;
  } catch {
    return null;
  }
}

/** Two stored versions, whatever lies between them. @throws AppError `not-found` */
export function compareRevisions(from: number, to: number): Promise<RevisionComparison> {
  return compareKept(context(), from, to);
}

/** Which of the newest stored versions changed one setting. */
export function readSettingHistory(path: string): Promise<SettingHistory> {
  return historyOf(context(), path);
}

/**
 * One stored version with its text (secrets masked) and what restoring it would change. @throws AppError `not-found`
 */
export async function getRevision(id: number): Promise<RevisionDetail> {
  return getKept(context(), id, await readAndRecord(context()));
}

/**
 * Restores a whole version, even over a broken or missing file, or with `paths` only some of its settings.
 * @throws AppError `not-found`; `invalid-settings` when the version is not valid today; and as `applyOperations`
 */
export function restoreRevision(id: number, request: Restore): Promise<ConfigSnapshot> {
  return saved(restore(context(), id, request));
}

/**
 * Undoes the save that produced `baseEtag`: the file returns to the version `to`, secrets included.
 * @throws AppError `not-found` when that version is no longer stored; `conflict` when it is not the one right before
 *   the save; and as `restoreRevision`
 */
export function undoSave(request: { to: string; baseEtag: string; author: string }): Promise<ConfigSnapshot> {
  return saved(undo(context(), request));
}

/** The text for the raw editor, each secret replaced by a marker such as `"«secret 1»"`. */
export function readRawConfig(): Promise<RawText> {
  return readRaw(context());
}

/** A broken file's text, secrets included. @throws AppError `conflict` when the file is not broken */
export function showRawConfig(): Promise<RawText> {
  return showRaw(context());
}

/**
 * Saves the raw editor's text, even over a broken or missing file; markers stand for the base version's secrets.
 * @throws AppError `invalid-settings` (`details.places`: problems with line and column); and as `applyOperations`
 */
export function saveRawConfig(request: SaveText): Promise<ConfigSnapshot> {
  return saved(saveRaw(context(), request));
}

/** The file for download. @throws AppError `config-unusable` when it is broken and secrets are to be left out */
export async function exportConfig(options: { secrets: boolean }): Promise<Export> {
  return exportFile(context(), await readAndRecord(context()), options);
}

/** The operations for `applyOperations` that would import a text. @throws AppError `config-unusable` */
export async function previewImport(
  text: string,
  mode: "merge" | "replace" = "merge",
): Promise<ImportPreview> {
  return preview(context(), await readAndRecord(context()), text, mode);
}

/** The value of one unrecognized key, secrets included. @throws AppError `not-found`; `config-unusable` */
export function readOtherKey(path: string): Promise<OtherKey> {
  return readOther(context(), path);
}

/**
 * Replaces (`text`, JSON) or removes (null) one unrecognized key.
 * @throws AppError `not-found`; `invalid-settings` when `text` is not JSON; and as `applyOperations`
 */
export function saveOtherKey(request: SaveOther): Promise<ConfigSnapshot> {
  return saved(saveOther(context(), request));
}

export const configEvents = {
  /** Calls `listener` within a second of every change to the file, until the returned function is called. */
  subscribe(listener: (event: ConfigEvent) => void): () => void {
    watcher();
    return subscribe(context(), listener);
  },
};

/** Values saved in the panel that a rewrite from outside has undone and that nobody has dismissed. */
export async function listUndone(): Promise<UndoneValue[]> {
  await readAndRecord(context());
  return undoneValues(context());
}

/** Saves undone values again. @throws AppError `conflict` when nothing is undone any more; and as `applyOperations` */
export function reapplyUndoneValues(request: Reapply): Promise<ConfigSnapshot> {
  return saved(reapplyUndone(context(), request));
}

/** Dismisses the reports of everything undone so far. */
export function dismissUndoneValues(): Promise<void> {
  return dismissUndone(context());
}

/** A version of the file with every byte of it, secrets included. */
export interface WholeVersion {
  readonly etag: string;
  readonly bytes: Buffer;
}

/** The id, in the database, of the file at CONFIG_PATH: what belongs to the file names it. Not within a transaction. */
export const configFileId = async (database: Db): Promise<number> => {
  const { configPath: path } = env();
  return (await identityOf(database, { path, ops: realFileOps })).id;
};

/** The histories of all files of the database. */
export const readHistories = (): Promise<FileHistories> => listHistories(context());

/**
 * Lets the file continue another history of the database, or begin a new one (null).
 * @throws AppError `not-found`; `conflict` while an apply is in progress
 */
export async function chooseHistory(wanted: number | null): Promise<FileHistories> {
  await choose(context(), wanted);
  void announce(CHANNEL);
  return readHistories();
}

/*
 * Versions with all their bytes, which never leave the server: `lib/server/rollout` compares them with what the running
 * instance reports.
 */
export const wholeVersions = {
  /** The file as it is. Never throws, as `readConfigDocument`. */
  now: (): Promise<FileSnapshot> => readAndRecord(context()),
  /** Confirmed versions, newest first. */
  newest: (limit: number): Promise<RevisionRow[]> => savedRevisions(context(), { limit }),
  byEtag: (etag: string): Promise<RevisionRow | undefined> => revisionByEtag(context(), etag),
  bytesOf: ({ id }: Pick<RevisionRow, "id">): Promise<Buffer> => revisionBytes(context(), id),
  /** A kept version, parsed; null if it cannot be. */
  readingOf: (row: RevisionRow): Promise<Reading | null> => revisionReading(context(), row),
  /** The confirmed version right after this one. */
  async after({ id }: RevisionRow): Promise<RevisionRow | undefined> {
    const next = await revisionAfter(context(), id);
    return next === null ? undefined : savedRevision(context(), next);
  },
  /** Reads bytes as the file is read; null if they cannot be parsed. */
  parse(bytes: Buffer): Reading | null {
    const { naming, state } = context();
    if (bytes === state.lastGood?.bytes) return readingOf(state.lastGood, naming);
    const parsed = parse(bytes);
    return parsed.usable ? readingOf(parsed.version, naming) : null;
  },
  /** Replaces the whole file. @throws AppError `conflict` when `bytes` cannot be parsed; and as `applyOperations` */
  replace({ bytes, ...request }: Omit<Save, "paths" | "build"> & { bytes: Buffer }): Promise<ConfigSnapshot> {
    const build = () => {
      const parsed = parse(bytes);
      if (parsed.usable) return parsed.version;
      throw new AppError("conflict", "The version that ran last cannot be read any more.");
    };
    return saved(save(context(), { ...request, paths: null, build }));
  },
};
