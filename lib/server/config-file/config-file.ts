import "server-only";
import type { ConfigSnapshot, FileSummary } from "@/lib/shared/contract/config-snapshot";
import type { ConfigEvent, RevisionHead, UndoneValue } from "@/lib/shared/contract/history";
import type { ImportPreview, FileHistories } from "@/lib/shared/contract/config";
import type { AuthorKind } from "@/lib/shared/author";
import type { Edition } from "@/lib/shared/settings/editions";
import type { JsonSchema } from "@/lib/shared/settings/json-schema";
import type { Settings } from "@/lib/shared/settings/values";
import { previewOperations, saveOperations, saveOther } from "./save-operations";
import { describe, editionNow, schemaIn, settingsFor, summaryOf } from "./describe";
import {
  type FileSnapshot,
  openFile,
  type OpenFile,
  type Options,
  readAndRecord,
  readFile,
  versionOf,
} from "./open-file";
import { chooseHistory, listHistories } from "./histories";
import { fileIdentity, forgetIdentities, type Identity } from "./identity";
import { type Export, exportFile, previewImport } from "./import-export";
import { closeToOthers } from "./permissions";
import { create, generate, prepare } from "./prepare";
import { readRaw, saveRaw, showRaw } from "./raw-text";
import type { Version } from "./version";
import { readOther } from "./key-edits";
import { compareKept, getKept, headOf, historyOf, listKept, storedVersion } from "./versions/history";
import { replace, restore, restoreUndone, undo } from "./versions/restore";
import {
  newestRevision,
  revisionAfter,
  type RevisionRow,
  revisionByEtag,
  revisionsByEtag,
  revisionBytes,
  savedRevisions,
} from "./versions/revision-store";
import { previewUndo, undoChange } from "./versions/undo-change";
import { dismissUndone, undoneValues } from "./versions/undone";
import { Watcher } from "./watcher";

/** Announces this panel's changes to the replicas that share the file. Polling detects all other changes. */
export interface Announcements {
  send(): void;
  /** Calls `listener` when another replica has changed the file, or when an announcement may have been missed. */
  listen(listener: () => void): void;
}

/** A configuration file. Each method uses the file's content at the time of the call. */
export class ConfigFile {
  private readonly watcher: Watcher;
  private stopWatcher: (() => void) | null = null;

  private constructor(
    private readonly file: OpenFile,
    private readonly announcements: Announcements,
  ) {
    this.watcher = new Watcher(file);
  }

  static open(options: Options, announcements: Announcements): ConfigFile {
    return new ConfigFile(openFile(options), announcements);
  }

  // For parameters, results and errors, see the comments of the bound functions.
  readonly read = this.on(readAndRecord);
  readonly generate = this.on(generate);
  readonly preview = this.on(previewOperations);
  readonly raw = this.on(readRaw);
  readonly rawWithSecrets = this.on(showRaw);
  readonly readKey = this.on(readOther);
  readonly revisions = this.on(listKept);
  readonly revision = this.on(getKept);
  readonly compare = this.on(compareKept);
  readonly settingHistory = this.on(historyOf);
  readonly previewUndo = this.on(previewUndo);
  readonly versionsWith = this.on(revisionsByEtag);
  readonly dismissUndone = this.on(dismissUndone);
  readonly histories = this.on(listHistories);

  // These methods save a new version or change who may read the file. They return a description of the file
  // for the browser.
  readonly saveOperations = this.saving(saveOperations);
  readonly saveRaw = this.saving(saveRaw);
  readonly saveKey = this.saving(saveOther);
  readonly create = this.saving(create);
  readonly replace = this.saving(replace);
  readonly restore = this.saving(restore);
  readonly undo = this.saving(undo);
  readonly undoChange = this.saving(undoChange);
  readonly restoreUndone = this.saving(restoreUndone);
  readonly closeToOthers = this.saving(closeToOthers);

  /** Binds a function to this file. */
  private on<Input extends unknown[], Result>(work: (file: OpenFile, ...input: Input) => Result) {
    return (...input: Input): Result => work(this.file, ...input);
  }

  /**
   * Binds a function that saves to the file. Notifies open pages after the save, without waiting for the watcher's next
   * poll.
   */
  private saving<Input extends unknown[]>(work: (file: OpenFile, ...input: Input) => Promise<FileSnapshot>) {
    return async (...input: Input): Promise<ConfigSnapshot> => {
      const document = await describe(this.file, await work(this.file, ...input));
      this.startWatching();
      void this.watcher.check();
      this.announcements.send();
      return document;
    };
  }

  /**
   * Prepares the file at startup:
   *
   * - finishes an interrupted write, and removes leftover temp files
   * - records the current version
   * - creates the file, with generated keys, if it has never existed
   * - starts watching the file
   *
   * @returns the identity of the file in the database
   */
  async prepare(): Promise<Identity> {
    await prepare(this.file);
    this.startWatching();
    return fileIdentity(this.file);
  }

  private startWatching(): void {
    if (this.stopWatcher !== null) return;
    this.stopWatcher = this.watcher.start();
    this.announcements.listen(() => {
      forgetIdentities(this.file.db());
      void this.watcher.check();
    });
  }

  /** Stops watching and waits for a check in progress. Called before the database is closed. */
  async stop(): Promise<void> {
    this.stopWatcher?.();
    await this.watcher.idle();
  }

  /** Calls `listener` within a second of every change to the file. @returns a function that stops the calls */
  watch(listener: (event: ConfigEvent) => void): () => void {
    this.startWatching();
    return this.watcher.subscribe(listener);
  }

  /** Describes the file for the browser, without secrets. */
  async document(): Promise<ConfigSnapshot> {
    return describe(this.file, await this.read());
  }

  /** Returns the file summary that is included in every page. Never throws. */
  async summary(): Promise<FileSummary> {
    return summaryOf(await describe(this.file, await this.read()));
  }

  /**
   * Returns the effective values, including secrets, for use on the server. If the file is unusable, these
   * are the values of its last usable version.
   * @throws AppError `config-unreadable` if there is no usable version
   */
  async settings(): Promise<Settings> {
    return settingsFor(this.file, await this.read());
  }

  async edition(): Promise<Edition> {
    return editionNow(this.file, await readFile(this.file));
  }

  /** The JSON Schema of the file, with keys and option values spelled as in the file. */
  async schema(): Promise<JsonSchema> {
    return schemaIn(await this.edition());
  }

  /**
   * Exports the file for download.
   * @throws AppError `config-unusable` if the file is broken and `secrets` is false, because the secrets
   *   in a broken file cannot be identified
   */
  async export(options: { secrets: boolean }): Promise<Export> {
    return exportFile(this.file, await this.read(), options);
  }

  /**
   * Returns the operations with which `saveOperations` would import a text.
   * @throws AppError `config-unusable`
   */
  async previewImport(text: string, mode: "merge" | "replace" = "merge"): Promise<ImportPreview> {
    return previewImport(this.file, await this.read(), text, mode);
  }

  /**
   * Returns the id of the newest stored version. If `kind` is set, ignores versions by other kinds of
   * authors. Returns null if there is no such version, or if the database is unavailable.
   */
  async newest(kind?: AuthorKind): Promise<number | null> {
    return newestRevision(this.file, kind).then(
      (row) => row?.id ?? null,
      () => null,
    );
  }

  /**
   * Returns the ids of the newest stored version and of the newest version made outside the panel. An id is
   * null if there is no such version, or if the database is unavailable.
   */
  async newestVersions(): Promise<{ latest: number | null; outside: number | null }> {
    const [latest, outside] = await Promise.all([this.newest(), this.newest("outside")]);
    return { latest, outside };
  }

  async heads(limit: number): Promise<RevisionHead[]> {
    return (await savedRevisions(this.file, { limit })).map(headOf);
  }

  /** Returns the stored versions whose number, author or note matches the search, newest first. */
  find(search: string, limit: number): Promise<RevisionRow[]> {
    return savedRevisions(this.file, { search, limit });
  }

  /** Returns values that were saved in the panel and later undone by another program, unless dismissed. */
  async undone(): Promise<UndoneValue[]> {
    await this.read();
    return undoneValues(this.file);
  }

  /**
   * Assigns the file to another history in the database, or starts a new history if `wanted` is null.
   * @throws AppError `not-found`; `conflict` while an apply is in progress
   */
  async chooseHistory(wanted: number | null): Promise<FileHistories> {
    await chooseHistory(this.file, wanted);
    this.announcements.send();
    return this.histories();
  }

  /** Access to the stored versions, including their bytes. The bytes must never leave the server. */
  readonly versions = {
    /** Saved versions, newest first. Pending versions are left out. */
    newest: (limit: number): Promise<RevisionRow[]> => savedRevisions(this.file, { limit }),
    byEtag: (etag: string, near?: number): Promise<RevisionRow | undefined> =>
      revisionByEtag(this.file, etag, near),
    bytesOf: ({ id }: Pick<RevisionRow, "id">): Promise<Buffer> => revisionBytes(this.file, id),
    /** Parses a version. Returns null if it cannot be parsed. */
    readingOf: (row: RevisionRow): Promise<Version | null> => storedVersion(this.file, row),
    /** The next saved version. Undefined if there is none. */
    after: ({ id }: RevisionRow): Promise<RevisionRow | undefined> => revisionAfter(this.file, id),
  };

  /** Parses bytes as if they were the file's content. Returns null if they cannot be parsed. */
  parse(bytes: Buffer): Version | null {
    const version = versionOf(this.file, bytes);
    return version.usable ? version : null;
  }
}
