"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from "react";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import { configQuery } from "../queries/config";
import { ConfigStore } from "./config-store";
import { useDraftStorage } from "./use-draft-storage";

const ConfigContext = createContext<ConfigStore | null>(null);

/** The single form of the whole configuration. */
export function useConfigStore(): ConfigStore {
  const store = use(ConfigContext);
  if (store === null) throw new Error("useConfigStore is used outside ConfigFormProvider.");
  return store;
}

const noPaths: readonly string[] = [];

/** The file as last read. */
export function useConfigDocument(): ConfigSnapshot {
  const store = useConfigStore();
  return useSyncExternalStore(store.subscribe, store.document, () => store.served.document);
}

/** What the program knows whose file this is. */
export function useEdition(): Edition {
  return editionOf(useConfigDocument().naming);
}

/** Paths of settings with unsaved changes, in the registry's order. */
export function useChangedPaths(): readonly string[] {
  const store = useConfigStore();
  return useSyncExternalStore(store.subscribe, store.changedPaths, () => noPaths);
}

export interface ConfigFormProviderProps {
  /** The file as the server loaded it for this page. */
  initial: ConfigSnapshot;
  /** Name of the signed-in operator: drafts that survive a reload are never shown to anyone else. */
  owner?: string;
  children: ReactNode;
}

/** Mounted once above all pages, so that changes accumulate across sections and survive navigation. */
export function ConfigFormProvider({ initial, owner = "", children }: ConfigFormProviderProps) {
  const [store] = useState(() => new ConfigStore(initial));
  useLatestDocument(store, initial);
  useDraftStorage(store, owner);
  return <ConfigContext value={store}>{children}</ConfigContext>;
}

/** Follows the file: whatever react-query fetches, on focus and after a save, goes into the form. */
function useLatestDocument(store: ConfigStore, initial: ConfigSnapshot): void {
  const client = useQueryClient();
  const { data } = useQuery({ ...configQuery(), initialData: initial, staleTime: 5_000 });
  useEffect(() => store.receive(data), [data, store]);
  // A page that the server renders again may bring a newer document than the cache has.
  useEffect(() => {
    client.setQueryData(configQuery().queryKey, initial);
  }, [client, initial]);
}
