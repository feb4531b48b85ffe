"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from "react";
import { keepLoading } from "@/components/ui/keep-loading";
import type { ConfigSnapshot, FileSummary } from "@/lib/shared/contract/config-snapshot";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import { configQuery } from "../queries/config";
import { ConfigStore } from "./config-store";
import { readDrafts, useDraftStorage } from "./drafts";
import type { KeyDraft } from "./key-drafts";

const ConfigContext = createContext<ConfigStore | null>(null);

export interface ConfigProviderProps {
  summary: FileSummary;
  /** Unsaved changes that survive a reload are restored only for the same operator. */
  owner?: string;
  children: ReactNode;
}

/** Mounted once around all pages, so that unsaved changes are kept when the operator opens another page. */
export function ConfigProvider({ summary, owner = "", children }: ConfigProviderProps) {
  const client = useQueryClient();
  const [store] = useState(() => new ConfigStore(summary, client));
  useEffect(() => store.follow(), [store]);
  return (
    <ConfigContext value={store}>
      {children}
      <Updater owner={owner} />
    </ConfigContext>
  );
}

function Updater({ owner }: { owner: string }) {
  return useIsLoaded() ? <Refresher owner={owner} /> : <DraftOpener owner={owner} />;
}

/** If unsaved changes survived a reload, loads the values and opens the form, so that the changes can be saved. */
function DraftOpener({ owner }: { owner: string }) {
  const { load } = useConfigStore();
  const { naming } = useFileSummary();
  useEffect(() => {
    // If loading fails, the unsaved changes stay in the tab's storage, and the next page tries again.
    if (readDrafts(owner, editionOf(naming).registry) !== null) load().catch(() => undefined);
  }, [load, owner, naming]);
  return null;
}

/** Refetches the open file when the window gets the focus, and when the query is invalidated. */
function Refresher({ owner }: { owner: string }) {
  const store = useConfigStore();
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

interface ConfigValuesProps {
  /** The document in the page. Without it, the children are rendered once the values are loaded. */
  initial?: ConfigSnapshot;
  onFailed?: (error: Error) => void;
  children: ReactNode;
}

/** Renders its children when the file's values are loaded. */
export function ConfigValues({ initial, onFailed, children }: ConfigValuesProps) {
  const store = useConfigStore();
  const client = useQueryClient();
  const isLoaded = useIsLoaded();
  useState(() => initial && store.open(initial));
  useEffect(() => {
    if (!initial) return;
    store.announce();
    // The router caches pages, so `initial` may be older or newer than the form's file. Only the server knows which.
    if (store.document().etag !== initial.etag)
      void client.invalidateQueries({ queryKey: configQuery().queryKey, exact: true });
  }, [client, store, initial]);
  useEffect(() => {
    if (onFailed) store.load().catch(onFailed);
  }, [store, onFailed]);
  return initial || isLoaded ? children : null;
}

export function useConfigStore(): ConfigStore {
  const store = use(ConfigContext);
  if (store === null) throw new Error("useConfigStore is used outside ConfigProvider.");
  return store;
}

const never = () => false;

function useIsLoaded(): boolean {
  const store = useConfigStore();
  return useSyncExternalStore(store.subscribe, store.isLoaded, never);
}

export function useFileSummary(): FileSummary {
  const store = useConfigStore();
  return useSyncExternalStore(store.subscribe, store.summary, () => store.rendered);
}

/** Call only inside `ConfigValues`. */
export function useConfigDocument(): ConfigSnapshot {
  const store = useConfigStore();
  return useSyncExternalStore(store.subscribe, store.document, () => store.served.document);
}

export function useEdition(): Edition {
  return editionOf(useConfigDocument().naming);
}

const noPaths: readonly string[] = [];

/** Empty until the values are loaded. */
export function useChangedPaths(): readonly string[] {
  const store = useConfigStore();
  return useSyncExternalStore(store.subscribe, store.changedPaths, () => noPaths);
}

const none: readonly KeyDraft[] = [];

export function useKeyDrafts(): readonly KeyDraft[] {
  const store = useConfigStore();
  return useSyncExternalStore(store.subscribe, store.keys.all, () => none);
}
