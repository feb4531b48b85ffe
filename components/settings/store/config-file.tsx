"use client";

import { CancelledError, hashKey, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from "react";
import { keepLoading } from "@/components/ui/keep-loading";
import { Listeners } from "@/components/ui/listeners";
import type { ConfigSnapshot, FileSummary } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import type { KeyChange } from "@/lib/shared/contract/config";
import { configQuery } from "../queries/config";
import { ConfigStore } from "./config-store";
import { readDrafts, useDraftStorage } from "./drafts";
import type { Entries } from "./entry";

const noPaths: readonly string[] = [];

const { queryKey } = configQuery();

/**
 * The file that the pages show. The query cache stores the document, and the form follows the cache. Pages
 * without settings do not contain the file's values. On these pages, the form is created when a component
 * loads the values, for example for the search or to restore unsaved changes.
 */
export class OpenFile {
  private opened: ConfigStore | null = null;
  /** The last document that was passed to the form. */
  private taken: ConfigSnapshot | undefined;
  private readonly listeners = new Listeners();

  /** @param served the file's state when the server rendered the page */
  constructor(
    readonly served: FileSummary,
    private readonly client: QueryClient,
  ) {}

  /** Passes each new document in the query cache to the form. @returns a function that stops following the cache */
  follow = (): (() => void) => {
    const hash = hashKey(queryKey);
    const take = () => {
      const document = this.client.getQueryData(queryKey);
      if (document !== undefined && document !== this.taken) this.take(document);
    };
    take();
    return this.client.getQueryCache().subscribe(({ type, query }) => {
      if (type === "updated" && query.queryHash === hash) take();
    });
  };

  readonly subscribe = this.listeners.subscribe;

  /** Returns the form with all settings. Null until the values are loaded. */
  form = (): ConfigStore | null => this.opened;

  summary = (): FileSummary => this.opened?.document() ?? this.served;

  /**
   * Returns the paths of changed settings. Empty if there is no form, because only the form can change
   * settings.
   */
  changedPaths = (): readonly string[] => this.opened?.changedPaths() ?? noPaths;

  /**
   * Creates the form from `document`. An existing form is returned unchanged, because it may have a newer version. A
   * component may call this while rendering, and must call `announce` in an effect.
   */
  open(document: ConfigSnapshot): ConfigStore {
    if (this.opened === null) {
      this.opened = new ConfigStore(document);
      this.opened.subscribe(this.announce);
    }
    return this.opened;
  }

  /** Loads the file's values, if they are not loaded yet. @throws RequestError */
  load = async (): Promise<void> => {
    if (this.opened !== null) return;
    this.open(await this.fetch());
    this.announce();
  };

  /** Fetches the file again and updates the form, or creates the form. @throws RequestError */
  refetch = async (): Promise<ConfigSnapshot> => {
    // Cancels a request in progress, because its response may be older than the change to the file. `silent` rejects the
    // request's promise, which would otherwise resolve to the document in the cache.
    await this.client.cancelQueries({ queryKey, exact: true }, { silent: true });
    const document = await this.fetch();
    this.receive(document);
    return document;
  };

  private async fetch(): Promise<ConfigSnapshot> {
    try {
      return await this.client.fetchQuery({ ...configQuery(), staleTime: 0 });
    } catch (error) {
      // Another refetch has canceled this request and sent a newer one.
      if (error instanceof CancelledError) return this.fetch();
      throw error;
    }
  }

  /**
   * Passes a version to the form, or creates the form from the version.
   * @param sent entries that were just saved (see `ConfigStore.receive`)
   */
  receive = (document: ConfigSnapshot, sent?: Entries, sentKeys?: readonly KeyChange[]): void => {
    this.open(document);
    this.take(document, sent, sentKeys);
    this.announce();
    // The cache may store a copy that shares parts with the previous document. Remembering the copy prevents `follow`
    // from passing the same version to the form again.
    this.taken = this.client.setQueryData(queryKey, document);
  };

  private take(document: ConfigSnapshot, sent?: Entries, sentKeys?: readonly KeyChange[]): void {
    this.taken = document;
    this.opened?.receive(document, sent, sentKeys);
  }

  /** Notifies listeners after the form has been created or changed. */
  announce = (): void => {
    this.listeners.notify();
  };
}

const FileContext = createContext<OpenFile | null>(null);

export function useOpenFile(): OpenFile {
  const file = use(FileContext);
  if (file === null) throw new Error("useOpenFile is used outside ConfigFileProvider.");
  return file;
}

const none = () => null;

/** Returns the form with all settings. Null until the page has loaded the file's values. */
export function useForm(): ConfigStore | null {
  const file = useOpenFile();
  return useSyncExternalStore(file.subscribe, file.form, none);
}

/** Returns the file's state and the paths of its problems. Works on every page, even if the values are not loaded. */
export function useFileSummary(): FileSummary {
  const file = useOpenFile();
  return useSyncExternalStore(file.subscribe, file.summary, () => file.served);
}

export interface ConfigFileProviderProps {
  summary: FileSummary;
  /** Name of the signed-in operator. Unsaved changes that survive a reload are restored only for the same operator. */
  owner?: string;
  children: ReactNode;
}

/** Mounted once around all pages, so that unsaved changes are kept when the operator opens another page. */
export function ConfigFileProvider({ summary, owner = "", children }: ConfigFileProviderProps) {
  const client = useQueryClient();
  const [file] = useState(() => new OpenFile(summary, client));
  useEffect(() => file.follow(), [file]);
  return (
    <FileContext value={file}>
      {children}
      <FormUpdater owner={owner} />
    </FileContext>
  );
}

function FormUpdater({ owner }: { owner: string }) {
  const store = useForm();
  return store === null ? <DraftOpener owner={owner} /> : <Refresher store={store} owner={owner} />;
}

/** If unsaved changes survived a reload, loads the values and opens the form, so that the changes can be saved. */
function DraftOpener({ owner }: { owner: string }) {
  const { load } = useOpenFile();
  const { naming } = useFileSummary();
  useEffect(() => {
    // If loading fails, the unsaved changes stay in the tab's storage, and the next page tries again.
    if (readDrafts(owner, editionOf(naming).registry) !== null) load().catch(() => undefined);
  }, [load, owner, naming]);
  return null;
}

/** Refetches the open file when the window gets the focus, and when the query is invalidated. */
function Refresher({ store, owner }: { store: ConfigStore; owner: string }) {
  useQuery({ ...configQuery(), initialData: store.document, staleTime: 5_000, notifyOnChangeProps: [] });
  useDraftStorage(store, owner);
  useEffect(
    () =>
      keepLoading(
        () => store.ready(),
        () => undefined,
      ),
    [store],
  );
  return null;
}
