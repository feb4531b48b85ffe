"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from "react";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import { configQuery } from "../queries/config";
import { useForm, useOpenFile } from "./config-file";
import type { ConfigStore } from "./config-store";
import type { KeyDraft } from "./key-drafts";

const ConfigContext = createContext<ConfigStore | null>(null);

/** Returns the form with all settings. Call only inside a component that provides it, such as `ConfigFormProvider`. */
export function useConfigStore(): ConfigStore {
  const store = use(ConfigContext);
  if (store === null) throw new Error("useConfigStore is used where the file's values are not loaded.");
  return store;
}

const noPaths: readonly string[] = [];

/**
 * Returns the latest fetched file with its values. Pages that have not loaded the values can use only
 * `useFileSummary`.
 */
export function useConfigDocument(): ConfigSnapshot {
  const store = useConfigStore();
  return useSyncExternalStore(store.subscribe, store.document, () => store.served.document);
}

export function useEdition(): Edition {
  return editionOf(useConfigDocument().naming);
}

/** Returns the paths of settings with unsaved changes, in the registry's order. Empty until the values are loaded. */
export function useChangedPaths(): readonly string[] {
  const file = useOpenFile();
  return useSyncExternalStore(file.subscribe, file.changedPaths, () => noPaths);
}

const none: readonly KeyDraft[] = [];

export function useKeyDrafts(): readonly KeyDraft[] {
  const store = useConfigStore();
  return useSyncExternalStore(store.subscribe, store.keys.all, () => none);
}

export interface ConfigFormProviderProps {
  initial: ConfigSnapshot;
  children: ReactNode;
}

/**
 * For pages that show settings. Creates the form from `initial`. If a form already exists, it is kept with
 * its unsaved changes.
 */
export function ConfigFormProvider({ initial, children }: ConfigFormProviderProps) {
  const file = useOpenFile();
  const client = useQueryClient();
  const [store] = useState(() => file.open(initial));
  useEffect(() => file.announce(), [file]);
  useEffect(() => {
    // The router caches pages, so `initial` may be older or newer than the form's file. Only the server knows which.
    if (store.document().etag !== initial.etag)
      void client.invalidateQueries({ queryKey: configQuery().queryKey, exact: true });
  }, [client, store, initial]);
  return <ConfigContext value={store}>{children}</ConfigContext>;
}

/** Renders its children once the form exists. Does not load the values. */
export function OpenConfigForm({ children }: { children: ReactNode }) {
  const store = useForm();
  return store === null ? null : <ConfigContext value={store}>{children}</ConfigContext>;
}

export interface LoadedConfigFormProps {
  onFailed: (error: Error) => void;
  children: ReactNode;
}

/** Loads the values if the page does not have them, and renders its children once they are loaded. */
export function LoadedConfigForm({ onFailed, children }: LoadedConfigFormProps) {
  const { load } = useOpenFile();
  useEffect(() => {
    load().catch(onFailed);
  }, [load, onFailed]);
  return <OpenConfigForm>{children}</OpenConfigForm>;
}
