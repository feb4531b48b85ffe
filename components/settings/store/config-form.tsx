"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from "react";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import { configQuery } from "../queries/config";
import { useForm, useLoadConfig, useOpenFile } from "./config-file";
import type { ConfigStore } from "./config-store";

const ConfigContext = createContext<ConfigStore | null>(null);

/** The only form of the whole configuration, for use inside `ConfigFormProvider` or `LoadedConfigForm`. */
export function useConfigStore(): ConfigStore {
  const store = use(ConfigContext);
  if (store === null) throw new Error("useConfigStore is used where the file's values are not loaded.");
  return store;
}

const noPaths: readonly string[] = [];

/** The last read file with its values. If these are not loaded, use `useFileSummary` for its state. */
export function useConfigDocument(): ConfigSnapshot {
  const store = useConfigStore();
  return useSyncExternalStore(store.subscribe, store.document, () => store.served.document);
}

/** The edition of the file. */
export function useEdition(): Edition {
  return editionOf(useConfigDocument().naming);
}

/** Paths of settings with unsaved changes, in the registry's order; on every page. */
export function useChangedPaths(): readonly string[] {
  const file = useOpenFile();
  return useSyncExternalStore(file.subscribe, file.changedPaths, () => noPaths);
}

export interface ConfigFormProviderProps {
  /** The file as loaded by the server for this page. */
  initial: ConfigSnapshot;
  children: ReactNode;
}

/** For pages that show settings: opens the panel's form, or continues with it, including unsaved changes. */
export function ConfigFormProvider({ initial, children }: ConfigFormProviderProps) {
  const file = useOpenFile();
  const client = useQueryClient();
  const [store] = useState(() => file.open(initial));
  useEffect(() => file.announce(), [file]);
  useEffect(() => {
    // The router keeps pages, so this page may be older than the form's data. Only the server knows.
    if (store.document().etag !== initial.etag)
      void client.invalidateQueries({ queryKey: configQuery().queryKey, exact: true });
  }, [client, store, initial]);
  return <ConfigContext value={store}>{children}</ConfigContext>;
}

/** For content that needs the open form on any page: renders nothing until the form is open. */
export function OpenConfigForm({ children }: { children: ReactNode }) {
  const store = useForm();
  return store === null ? null : <ConfigContext value={store}>{children}</ConfigContext>;
}

export interface LoadedConfigFormProps {
  /** Called when the values cannot be loaded. */
  onFailed: (error: Error) => void;
  children: ReactNode;
}

/** For content that needs the settings on pages without them: shows its children once the settings are loaded. */
export function LoadedConfigForm({ onFailed, children }: LoadedConfigFormProps) {
  const store = useForm();
  const load = useLoadConfig();
  useEffect(() => {
    load().catch(onFailed);
  }, [load, onFailed]);
  return store === null ? null : <ConfigContext value={store}>{children}</ConfigContext>;
}
