import "server-only";
import type { ConfigDocument, Operation } from "@/lib/config/document";
import type {
  ConfigEvent,
  ImportPreview,
  RawText,
  RevisionDetail,
  RevisionPage,
  SettingHistory,
  UndoneValue,
} from "@/lib/config/history";
import type { JsonSchema } from "@/lib/config/json-schema";
import type { ConfigPreview } from "@/lib/config/preview";
import type { OtherKey } from "@/lib/config/other-key";
import type { Settings } from "@/lib/config/values";
import { announce, db, onAnnouncement } from "@/lib/db";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/singleton";
import { type Apply, apply } from "./apply";
import { type Context, openContext } from "./context";
import { type Current, observe } from "./current";
import { describe, settingsFor } from "./describe";
import { realFileOps } from "./file-ops";
import { startWatching, subscribe, type Watcher } from "./events";
import { getKept, listKept, type Restore, restore, undo } from "./history";
import { readOther, type SaveOther, saveOther } from "./other-keys";
import { closeToOthers } from "./permissions";
import { create, generate, prepare } from "./prepare";
import { previewOperations as tryOperations } from "./preview";
import { type Export, exportFile, previewImport as preview } from "./transfer";
import { schemaIn } from "./schema";
import { historyOf } from "./setting-history";
import { dismissUndone, type Reapply, reapplyUndone, undoneValues } from "./undone";
import { readRaw, type SaveText, saveRaw } from "./whole";

export { spell } from "./naming";

/*
 * The public surface of this folder: the file at CONFIG_PATH. Everything below works on the file as it is at the
 * moment of the call.
 */

function context(): Context {
  return processSingleton("config-file", () => {
    const { configPath, dataDir, configNaming, configReadOnly, instanceApiUrl, configRevisions } = env();
    return openContext({
      path: configPath,
      dataDir,
      naming: configNaming,
      readOnly: configReadOnly,
      retention: configRevisions,
      generates: instanceApiUrl === undefined,
      db,
      ops: realFileOps,
    });
  });
}

/**
 * Once at start: finishes an interrupted write, removes left-over temp files, records the present version, and creates
 * the file (with generated keys) when there has never been one.
 */
export async function prepareConfigFile(): Promise<void> {
  await prepare(context());
  watcher();
}

/** Replicas that share the file tell each other of saves; everybody else's changes are found by looking. */
const CHANNEL = "instance_admin_config";

const watcher = (): Watcher =>
  processSingleton("config-watcher", () => {
    const watching = startWatching(context());
    onAnnouncement(CHANNEL, () => void watching.check());
    return watching;
  });

/** Describes the file after a save, and tells open pages at once rather than at the watcher's next look. */
async function saved(current: Promise<Current>): Promise<ConfigDocument> {
  const document = await describe(context(), await current);
  void watcher().check();
  void announce(CHANNEL);
  return document;
}

/** The file as it is now, without secrets. Never throws for a missing, broken or unreadable file: it describes it. */
export async function readConfigDocument(): Promise<ConfigDocument> {
  return describe(context(), await observe(context()));
}

/**
 * Effective values, secrets included, for the server. While the file is not usable, those of its last usable version.
 * @throws AppError `config-unreadable` when there is none
 */
export async function readSettings(): Promise<Settings> {
  return settingsFor(context(), await observe(context()));
}

/** The JSON Schema of the file, its keys and option values spelled as the file spells them. */
export async function readConfigSchema(): Promise<JsonSchema> {
  return schemaIn((await readConfigDocument()).naming);
}

/**
 * Saves operations made for the version `baseEtag`, as one revision.
 * @throws AppError `invalid-settings` (one problem per path), `config-changed` (details: `etag`, `conflicts`, `changed`,
 *   `values`), `config-unusable`, `config-read-only`, `config-write-failed`
 */
export function applyOperations(request: Apply): Promise<ConfigDocument> {
  return saved(apply(context(), request));
}

/** What operations would make of the file's text, secrets hidden. @throws AppError `invalid-settings`, `config-unusable` */
export function previewOperations(operations: readonly Operation[]): Promise<ConfigPreview> {
  return tryOperations(context(), operations);
}

/**
 * Lets only the file's owner and its group open it; its content stays.
 * @throws AppError `config-read-only`; `conflict` with the reason and what to run instead
 */
export function closeConfigFile(): Promise<ConfigDocument> {
  return saved(closeToOthers(context()));
}

/** Creates a new file where the file is missing: the operator's explicit decision. Errors as `applyOperations`. */
export async function createConfigFile(request: {
  author: string;
  note?: string | null;
}): Promise<ConfigDocument> {
  return describe(context(), await create(context(), request));
}

/**
 * Generates `security.jwtSecret`, `security.requestSignature` and `general.instanceId` where they are missing, as a
 * revision of its own. Does nothing beside an existing instance.
 * @throws AppError with the reason when they are missing and cannot be stored
 */
export function ensureGenerated(): Promise<void> {
  return generate(context());
}

/** Versions that are kept, newest first; at most `limit` (1 to 100), older than version `before` if given. */
export function listRevisions({
  limit = 20,
  before,
}: { limit?: number; before?: number } = {}): Promise<RevisionPage> {
  return listKept(context(), { limit: Math.min(100, Math.max(1, limit)), before });
}

/** In which of the newest kept versions one setting changed. */
export function readSettingHistory(path: string): Promise<SettingHistory> {
  return historyOf(context(), path);
}

/** One kept version with its text (secrets masked) and what restoring it would change. @throws AppError `not-found` */
export async function getRevision(id: number): Promise<RevisionDetail> {
  return getKept(context(), id, await observe(context()));
}

/**
 * Restores a whole version, also over a file that is broken or missing, or with `paths` only some of its settings.
 * @throws AppError `not-found`; `invalid-settings` when the version is not valid today; and as `applyOperations`
 */
export function restoreRevision(id: number, request: Restore): Promise<ConfigDocument> {
  return saved(restore(context(), id, request));
}

/**
 * Takes the save that made `baseEtag` back: the file is what it was at the version `to`, secrets included.
 * @throws AppError `not-found` when that version is not kept any more; `conflict` when it is not the one right before the
 *   save; and as `restoreRevision`
 */
export function undoSave(request: { to: string; baseEtag: string; author: string }): Promise<ConfigDocument> {
  return saved(undo(context(), request));
}

/** The text for the raw editor, each secret replaced by a marker such as `"«secret 1»"`. */
export function readRawConfig(): Promise<RawText> {
  return readRaw(context());
}

/**
 * Saves the raw editor's text, also over a file that is broken or missing; markers stand for the base's secrets.
 * @throws AppError `invalid-settings` (`details.places`: problems with line and column); and as `applyOperations`
 */
export function saveRawConfig(request: SaveText): Promise<ConfigDocument> {
  return saved(saveRaw(context(), request));
}

/** The file for downloading. @throws AppError `config-unusable` when it is broken and secrets are to be left out */
export async function exportConfig(options: { secrets: boolean }): Promise<Export> {
  return exportFile(context(), await observe(context()), options);
}

/** What importing a text would change: operations for `applyOperations`. @throws AppError `config-unusable` */
export async function previewImport(
  text: string,
  mode: "merge" | "replace" = "merge",
): Promise<ImportPreview> {
  return preview(context(), await observe(context()), text, mode);
}

/** One key that is no setting, secrets included. @throws AppError `not-found`; `config-unusable` */
export function readOtherKey(path: string): Promise<OtherKey> {
  return readOther(context(), path);
}

/**
 * Replaces (`text`, JSON) or removes (null) one key that is no setting.
 * @throws AppError `not-found`; `invalid-settings` when `text` is no JSON; and as `applyOperations`
 */
export function saveOtherKey(request: SaveOther): Promise<ConfigDocument> {
  return saved(saveOther(context(), request));
}

export const configEvents = {
  /** Calls `listener` within a second of every change of the file until the returned function is called. */
  subscribe(listener: (event: ConfigEvent) => void): () => void {
    watcher();
    return subscribe(context(), listener);
  },
};

/** Values saved in the panel that a rewrite from outside has undone and nobody has dismissed. */
export async function listUndone(): Promise<UndoneValue[]> {
  await observe(context());
  return undoneValues(context());
}

/** Saves undone values again. @throws AppError `conflict` when none is undone any more; and as `applyOperations` */
export function reapplyUndoneValues(request: Reapply): Promise<ConfigDocument> {
  return saved(reapplyUndone(context(), request));
}

/** Stops telling about what has been undone so far. */
export function dismissUndoneValues(): Promise<void> {
  return dismissUndone(context());
}
