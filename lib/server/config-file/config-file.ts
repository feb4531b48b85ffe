import "server-only";
import type { Author, AuthorKind } from "@/lib/shared/author";
import type { FileHistories, KeyChange } from "@/lib/shared/contract/config";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { ConfigEvent } from "@/lib/shared/contract/history";
import { describe, editionNow, schemaIn, settingsFor, summaryOf } from "./describe";
import { chooseHistory, listHistories } from "./histories";
import { compareVersions, describeVersion, listVersions, type Page, settingHistory } from "./history";
import type { Identity } from "./identity";
import { exportFile, previewImport } from "./import-export";
import { valueOfKey } from "./key-edits";
import { type FileSnapshot, openFile, type OpenFile, type Options, readAndRecord } from "./open-file";
import { loadNaming, recognizeServer } from "./naming-choice";
import { withCountedLists } from "./long-lists";
import { ownErrorsBetween, refuseOwnErrors } from "./own-rules";
import { closeToOthers } from "./permissions";
import { create, generate, prepare } from "./prepare";
import { rawText, saveRaw } from "./raw-text";
import { previewUndo, type Revert, revert } from "./revert";
import type { SaveRequest } from "./save";
import { storedSecrets, withoutSecrets } from "./secrets";
import {
  type OperationsRequest,
  previewOperations,
  reviewOperations,
  saveOperations,
} from "./save-operations";
import { dismissUndone, undoneValues } from "./undone";
import type { Version } from "./version";
import { Watcher } from "./watcher";

/** Announces this panel's changes to the replicas that share the file. Polling detects all other changes. */
export interface Announcements {
  send(): void;
  /** Calls `listener` when another replica has changed the file, or when an announcement may have been missed. */
  listen(listener: () => void): void;
}

export type ConfigFile = ReturnType<typeof openConfigFile>;

export type FileNow = ReturnType<typeof present>;

function present(file: OpenFile, current: FileSnapshot) {
  const undone = once(() => undoneValues(file));
  const document = once(() => describe(file, current, undone));
  return {
    ...current,
    document,
    pageDocument: async () => withCountedLists(await document()),
    summary: async () => summaryOf(await document()),
    undone,
    edition: () => editionNow(file, current),
    /** @throws AppError `config-unreadable` */
    settings: () => settingsFor(file, current),
    schema: async () => schemaIn(await editionNow(file, current)),
    rawText: (options?: { withSecrets: boolean }) => rawText(current, options),
    valueOfKey: (path: string) => valueOfKey(current, path),
    export: (options: { secrets: boolean }) => exportFile(file, current, options),
    preview: (operations: readonly Operation[], keys?: readonly KeyChange[]) =>
      previewOperations(file, current, operations, keys),
    review: (operations: readonly Operation[], keys?: readonly KeyChange[]) =>
      reviewOperations(file, current, operations, keys),
    previewImport: (text: string, mode?: "merge" | "replace", since?: string) =>
      previewImport(file, current, text, mode, since),
  };
}

function once<T>(work: () => T): () => T {
  let memo: { readonly result: T } | undefined;
  return () => (memo ??= { result: work() }).result;
}

/** Each method uses the file's content at the time of the call. */
export function openConfigFile({ announcements, ...options }: Options & { announcements: Announcements }) {
  const file = openFile(options);
  const { records } = file;
  const watcher = new Watcher(file);
  let stopWatcher: (() => void) | null = null;
  let secrets: { readonly version: Version; readonly texts: readonly string[] } | null = null;

  const secretsNow = (): readonly string[] => {
    const version = file.versions.lastGood;
    if (!version) return [];
    if (secrets?.version !== version) secrets = { version, texts: storedSecrets(version) };
    return secrets.texts;
  };

  const watch = (): void => {
    if (stopWatcher !== null) return;
    stopWatcher = watcher.start();
    announcements.listen(() => {
      file.identity.forget();
      void loadNaming(file).catch(() => undefined);
      void watcher.check();
    });
  };

  async function announced(saved: Promise<FileSnapshot>): Promise<FileNow> {
    const current = await saved;
    watch();
    void watcher.check();
    announcements.send();
    return present(file, current);
  }

  return {
    path: file.path,

    async prepare(): Promise<Identity> {
      await prepare(file);
      await loadNaming(file).catch(() => undefined);
      watch();
      return file.identity.get();
    },

    /** Call this before closing the database. */
    async stop(): Promise<void> {
      stopWatcher?.();
      await watcher.idle();
    },

    /** Do not call this within a transaction (see `createIdentity`). */
    id: file.identity.id,

    read: async () => present(file, await readAndRecord(file)),

    /**
     * Returns the effective values, including secrets, for use on the server. If the file is unusable, these
     * are the values of its last usable version.
     * @throws AppError `config-unreadable` if there is no usable version
     */
    settings: async () => settingsFor(file, await readAndRecord(file)),

    save: (request: OperationsRequest) => announced(saveOperations(file, request)),
    saveText: (request: SaveRequest & { text: string }) => announced(saveRaw(file, request)),
    revert: (request: Revert) => announced(revert(file, request)),
    create: (request: { author: Author; note?: string | null }) => announced(create(file, request)),
    closeToOthers: () => announced(closeToOthers(file)),
    generate: (author?: Author) => generate(file, author),

    async recognizeServer(implementation: string): Promise<void> {
      if (await recognizeServer(file, implementation)) announcements.send();
    },

    previewUndo: (id: number, only?: readonly string[]) => previewUndo(file, id, only),
    dismissUndone: () => dismissUndone(file),

    history: {
      list: (filter?: Page) => listVersions(file, filter),
      get: (id: number) => describeVersion(file, id),
      compare: (from: number, to: number) => compareVersions(file, from, to),
      ofSetting: (path: string, limit?: number) => settingHistory(file, path, limit),
      newest: (kind?: AuthorKind) =>
        records.newest(kind).then(
          (row) => row?.id ?? null,
          () => null,
        ),
      find: records.find,
      byId: records.byId,
      after: records.after,
      withEtags: records.withEtags,
      byEtag: records.byEtag,
      bytes: records.bytes,
      version: records.version,
    },

    withoutSecrets: (text: string) => withoutSecrets(text, secretsNow()),

    parse(bytes: Buffer): Version | null {
      const version = file.versions.of(bytes);
      return version.usable ? version : null;
    },

    ownErrors: (before: Version | null, version: Version) => ownErrorsBetween(file, before, version),
    /** @throws AppError `invalid-settings` if there are such rules */
    refuseOwnErrors: (before: Version | null, version: Version, undone: string) =>
      refuseOwnErrors(file, before, version, undone),

    /** Calls `listener` within a second of every change to the file. */
    watch(listener: (event: ConfigEvent) => void): () => void {
      watch();
      return watcher.subscribe(listener);
    },

    histories: () => listHistories(file),
    async chooseHistory(historyId: number | null): Promise<FileHistories> {
      await chooseHistory(file, historyId);
      announcements.send();
      return listHistories(file);
    },
  };
}
