import "server-only";
import type {
  ConfigPreview,
  ImportPreview,
  KeyChange,
  OtherKey,
  RawText,
} from "@/lib/shared/contract/config";
import type { ConfigSnapshot, FileSummary, Operation } from "@/lib/shared/contract/config-snapshot";
import type { FileHistories } from "@/lib/shared/contract/file-history";
import type {
  ConfigEvent,
  RevisionComparison,
  RevisionDetail,
  RevisionFilter,
  RevisionHead,
  RevisionPage,
  RevisionUndo,
  SettingHistory,
  UndoneValue,
} from "@/lib/shared/contract/history";
import { outsideAuthor } from "@/lib/shared/contract/values";
import type { Edition } from "@/lib/shared/settings/editions";
import type { JsonSchema } from "@/lib/shared/settings/json-schema";
import type { Settings } from "@/lib/shared/settings/values";
import { AppError } from "@/lib/errors";
import { type OperationsRequest, saveOperations } from "./save-operations";
import { describe, editionNow, settingsFor } from "./describe";
import { type FileSnapshot, readAndRecord, readFile } from "./file-snapshot";
import { chooseHistory, listHistories } from "./histories";
import { fileIdentity, forgetIdentities, type Identity } from "./identity";
import { type Export, exportFile, previewImport } from "./import-export";
import { type OpenFile, openFile, type Options } from "./open-file";
import { parse } from "./parse";
import { closeToOthers } from "./permissions";
import { create, generate, prepare } from "./prepare";
import { previewOperations } from "./preview";
import { readRaw, type SaveText, saveRaw, showRaw } from "./raw-text";
import { type Reading, readingOf } from "./reading";
import { type Save, save } from "./save";
import { schemaIn } from "./schema";
import { summaryOf, withRules } from "./summary";
import { readOther, type SaveOther, saveOther } from "./unrecognized-keys";
import {
  compareKept,
  getKept,
  headOf,
  type Restore,
  restore,
  revisionReading,
  undo,
} from "./versions/history";
import { historyOf, listKept } from "./versions/list";
import { type UndoneRequest, restoreUndone } from "./versions/restore-undone";
import {
  newestRevision,
  newestRevisionBy,
  revisionAfter,
  type RevisionRow,
  revisionByEtag,
  revisionsByEtag,
  revisionBytes,
  savedRevision,
  savedRevisions,
} from "./versions/revision-store";
import { previewUndo, type UndoChange, undoChange } from "./versions/undo-change";
import { dismissUndone, undoneValues } from "./versions/undone";
import { Watcher } from "./watcher";

/** Replicas that share the file notify each other of changes. Polling finds all other changes. */
export interface Announcements {
  send(): void;
  /** Calls `listener` whenever another replica may have sent something. */
  listen(listener: () => void): void;
}

/** A configuration file. Each method uses its content at the time of the call. */
export class ConfigFile {
  private readonly watcher: Watcher;
  private isWatched = false;

  private constructor(
    private readonly file: OpenFile,
    private readonly announcements: Announcements,
  ) {
    this.watcher = new Watcher(file);
  }

  static open(options: Options, announcements: Announcements): ConfigFile {
    return new ConfigFile(openFile(options), announcements);
  }

  /**
   * Called once at startup: finishes an interrupted write, removes leftover temp files, records the current
   * version, and creates the file (with generated keys) if none has ever existed. Then starts watching the file.
   * @returns the identity of the file in the database
   */
  async prepare(): Promise<Identity> {
    await prepare(this.file);
    this.startWatching();
    return fileIdentity(this.file);
  }

  private startWatching(): void {
    if (this.isWatched) return;
    this.isWatched = true;
    this.watcher.start();
    this.announcements.listen(() => {
      forgetIdentities(this.file.db());
      void this.watcher.check();
    });
  }

  /** Calls `listener` within a second after every change to the file, until the returned function is called. */
  watch(listener: (event: ConfigEvent) => void): () => void {
    this.startWatching();
    return this.watcher.subscribe(listener);
  }

  /** Describes the file after a save. Notifies open pages at once, before the watcher's next poll. */
  private async saved(current: Promise<FileSnapshot>): Promise<ConfigSnapshot> {
    const document = withRules(await describe(this.file, await current));
    this.startWatching();
    void this.watcher.check();
    this.announcements.send();
    return document;
  }

  /**
   * The current file, secrets included. Never throws for a missing, broken or unreadable file: the result
   * describes its state.
   */
  read(): Promise<FileSnapshot> {
    return readAndRecord(this.file);
  }

  /** The same for the browser, without secrets. */
  async document(): Promise<ConfigSnapshot> {
    return withRules(await describe(this.file, await this.read()));
  }

  /** The summary of the file for every page. Never throws, like `read`. */
  async summary(): Promise<FileSummary> {
    return summaryOf(await describe(this.file, await this.read()));
  }

  /**
   * Effective values, secrets included, for server use. While the file is unusable, the values of its last usable
   * version.
   * @throws AppError `config-unreadable` if there is no such version
   */
  async settings(): Promise<Settings> {
    return settingsFor(this.file, await this.read());
  }

  /** The edition of the file. */
  async edition(): Promise<Edition> {
    return editionNow(this.file, await readFile(this.file));
  }

  /** The JSON Schema of the file, with keys and option values spelled as in the file. */
  async schema(): Promise<JsonSchema> {
    return schemaIn(await this.edition());
  }

  /**
   * Saves operations and edits of unrecognized keys as one revision. They are based on the version `baseEtag`.
   * @throws AppError `invalid-settings` (one problem per path), `config-changed` (details: `etag`, `conflicts`,
   * `changed`, `values`), `config-unusable`, `config-read-only`, `config-write-failed`
   */
  saveOperations(request: OperationsRequest): Promise<ConfigSnapshot> {
    return this.saved(saveOperations(this.file, request));
  }

  /**
   * The file's text after the operations, with secrets hidden. @throws AppError `invalid-settings`,
   * `config-unusable`
   */
  preview(operations: readonly Operation[], keys: readonly KeyChange[] = []): Promise<ConfigPreview> {
    return previewOperations(this.file, operations, keys);
  }

  /**
   * Restricts access to the file to its owner and group; its content stays the same.
   * @throws AppError `config-read-only`; `conflict` with the reason and the command to run instead
   */
  closeToOthers(): Promise<ConfigSnapshot> {
    return this.saved(closeToOthers(this.file));
  }

  /** Creates a missing file at the operator's explicit request. Throws like `saveOperations`. */
  async create(request: { author: string; note?: string | null }): Promise<ConfigSnapshot> {
    return withRules(await describe(this.file, await create(this.file, request)));
  }

  /**
   * Generates `security.jwtSecret`, `security.requestSignature` and `general.instanceId` if missing, as a separate
   * revision. Does nothing with an upstream instance, or until somebody has confirmed that this panel is the
   * instance.
   * @param author who confirmed it; the panel by default
   * @throws AppError with the reason if they are missing and cannot be stored
   */
  generate(author?: string): Promise<void> {
    return generate(this.file, author);
  }

  /** The text for the raw editor. Each secret is replaced by a marker such as `"«secret 1»"`. */
  raw(): Promise<RawText> {
    return readRaw(this.file);
  }

  /** A broken file's text, secrets included. @throws AppError `conflict` if the file is not broken */
  rawWithSecrets(): Promise<RawText> {
    return showRaw(this.file);
  }

  /**
   * Saves the raw editor's text, even over a broken or missing file; markers stand for the base version's secrets.
   * @throws AppError `invalid-settings` (`details.places`: problems with line and column); and like
   * `saveOperations`
   */
  saveRaw(request: SaveText): Promise<ConfigSnapshot> {
    return this.saved(saveRaw(this.file, request));
  }

  /**
   * Replaces the whole file with the given bytes. @throws AppError `conflict` if they cannot be parsed; and like
   * `saveOperations`
   */
  replace({ bytes, ...request }: Omit<Save, "paths" | "build"> & { bytes: Buffer }): Promise<ConfigSnapshot> {
    const build = () => {
      const parsed = parse(bytes);
      if (parsed.usable) return parsed.version;
      throw new AppError("conflict", "The last version that was running can no longer be read.");
    };
    return this.saved(save(this.file, { ...request, paths: null, build }));
  }

  /** The file for download. @throws AppError `config-unusable` if it is broken and secrets have to be removed */
  async export(options: { secrets: boolean }): Promise<Export> {
    return exportFile(this.file, await this.read(), options);
  }

  /** The operations for `saveOperations` that would import a text. @throws AppError `config-unusable` */
  async previewImport(text: string, mode: "merge" | "replace" = "merge"): Promise<ImportPreview> {
    return previewImport(this.file, await this.read(), text, mode);
  }

  /** The value of one unrecognized key, secrets included. @throws AppError `not-found`; `config-unusable` */
  readKey(path: string): Promise<OtherKey> {
    return readOther(this.file, path);
  }

  /**
   * Replaces (`text`, JSON) or removes (null) one unrecognized key.
   * @throws AppError `not-found`; `invalid-settings` if `text` is not JSON; and like `saveOperations`
   */
  saveKey(request: SaveOther): Promise<ConfigSnapshot> {
    return this.saved(saveOther(this.file, request));
  }

  /**
   * Stored versions that match the filter, newest first: at most `limit` (1 to 100), older than version `before`
   * if given.
   */
  revisions({
    limit = 20,
    ...rest
  }: { limit?: number; before?: number } & RevisionFilter = {}): Promise<RevisionPage> {
    return listKept(this.file, { ...rest, limit: Math.min(100, Math.max(1, limit)) });
  }

  /** The id of the newest stored version, or of the author's newest one; null if there is none or no database. */
  async newest(author?: string): Promise<number | null> {
    const found = author === undefined ? newestRevision(this.file) : newestRevisionBy(this.file, author);
    return found.then(
      (row) => row?.id ?? null,
      () => null,
    );
  }

  /** The newest stored versions, without their changes. */
  async heads(limit: number): Promise<RevisionHead[]> {
    return (await savedRevisions(this.file, { limit })).map(headOf);
  }

  /** Stored versions with one of these etags. */
  versionsWith(etags: readonly string[]): Promise<RevisionRow[]> {
    return revisionsByEtag(this.file, etags);
  }

  /** Stored versions that match a number, a person or a note, newest first. */
  find(search: string, limit: number): Promise<RevisionRow[]> {
    return savedRevisions(this.file, { search, limit });
  }

  /** Ids of the newest stored version and of the newest one from outside the panel; null like in `newest`. */
  async newestVersions(): Promise<{ latest: number | null; outside: number | null }> {
    const [latest, outside] = await Promise.all([this.newest(), this.newest(outsideAuthor)]);
    return { latest, outside };
  }

  /**
   * One stored version with its text (secrets masked) and the changes that restoring it would make. @throws
   * AppError `not-found`
   */
  async revision(id: number): Promise<RevisionDetail> {
    return getKept(this.file, id, await this.read());
  }

  /** Compares two stored versions. @throws AppError `not-found` */
  compare(from: number, to: number): Promise<RevisionComparison> {
    return compareKept(this.file, from, to);
  }

  /** The newest stored versions that changed one key, at most `limit` of them. */
  settingHistory(path: string, limit?: number): Promise<SettingHistory> {
    return historyOf(this.file, path, limit);
  }

  /**
   * Restores a whole version, even over a broken or missing file. With `paths`, restores only some of its
   * settings.
   * @throws AppError `not-found`; `invalid-settings` if the version is no longer valid; and like `saveOperations`
   */
  restore(id: number, request: Restore): Promise<ConfigSnapshot> {
    return this.saved(restore(this.file, id, request));
  }

  /**
   * How undoing a version's changes, or those at `paths`, would change the current file.
   * @throws AppError `not-found`; `conflict` for the oldest version; `config-unusable`
   */
  previewUndo(id: number, paths?: readonly string[]): Promise<RevisionUndo> {
    return previewUndo(this.file, id, paths);
  }

  /**
   * Undoes a version's changes, or those at `paths`, and leaves everything else unchanged.
   * @throws AppError `invalid-settings` if an earlier value is no longer valid; `conflict` if nothing is left to
   * undo; and like `previewUndo` and `saveOperations`
   */
  undoChange(id: number, request: UndoChange): Promise<ConfigSnapshot> {
    return this.saved(undoChange(this.file, id, request));
  }

  /**
   * Undoes the save that produced `baseEtag`: the file returns to the version `to`, secrets included.
   * @throws AppError `not-found` if that version is no longer stored; `conflict` if it is not the version right
   * before the save; and like `restore`
   */
  undo(
    request: { to: string } & Pick<Save, "baseEtag" | "author" | "onSecretChange">,
  ): Promise<ConfigSnapshot> {
    return this.saved(undo(this.file, request));
  }

  /** Values saved in the panel that were reverted by a rewrite from outside and that nobody has dismissed. */
  async undone(): Promise<UndoneValue[]> {
    await this.read();
    return undoneValues(this.file);
  }

  /**
   * Saves the reverted values again. @throws AppError `conflict` if no value is reverted anymore; and like
   * `saveOperations`
   */
  restoreUndone(request: UndoneRequest): Promise<ConfigSnapshot> {
    return this.saved(restoreUndone(this.file, request));
  }

  /** Dismisses the reports of all values reverted so far. */
  dismissUndone(): Promise<void> {
    return dismissUndone(this.file);
  }

  /** The histories of all files in the database. */
  histories(): Promise<FileHistories> {
    return listHistories(this.file);
  }

  /**
   * Makes the file continue another history of the database, or start a new one (null).
   * @throws AppError `not-found`; `conflict` while an apply is in progress
   */
  async chooseHistory(wanted: number | null): Promise<FileHistories> {
    await chooseHistory(this.file, wanted);
    this.announcements.send();
    return this.histories();
  }

  /** Stored versions with all their bytes, which never leave the server. */
  readonly versions = {
    /** Confirmed versions, newest first. */
    newest: (limit: number): Promise<RevisionRow[]> => savedRevisions(this.file, { limit }),
    byEtag: (etag: string, near?: number): Promise<RevisionRow | undefined> =>
      revisionByEtag(this.file, etag, near),
    bytesOf: ({ id }: Pick<RevisionRow, "id">): Promise<Buffer> => revisionBytes(this.file, id),
    /** The parsed version; null if it cannot be parsed. */
    readingOf: (row: RevisionRow): Promise<Reading | null> => revisionReading(this.file, row),
    /** The confirmed version right after this one. */
    after: async ({ id }: RevisionRow): Promise<RevisionRow | undefined> => {
      const next = await revisionAfter(this.file, id);
      return next === null ? undefined : savedRevision(this.file, next);
    },
  };

  /** Parses bytes like the file; null if they cannot be parsed. */
  parse(bytes: Buffer): Reading | null {
    const { naming, state } = this.file;
    if (bytes === state.lastGood?.bytes) return readingOf(state.lastGood, naming);
    const parsed = parse(bytes);
    return parsed.usable ? readingOf(parsed.version, naming) : null;
  }
}
