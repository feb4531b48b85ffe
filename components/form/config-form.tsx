"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { ConfigDocument } from "@/lib/config/document";
import { fieldAt } from "@/lib/config/registry";
import { configQuery } from "@/lib/queries/config";
import type { ConfigApi } from "./config-api";
import { ConfigStore } from "./config-store";
import { type ConfigForm, type Entry, entryForOperation, formOf, nameOf } from "./entry";
import { configResolver } from "./resolver";
import { useDraftStorage } from "./use-draft-storage";

const ConfigContext = createContext<ConfigApi | null>(null);

/** The one form of the whole configuration. */
export function useConfig(): ConfigApi {
  const api = use(ConfigContext);
  if (api === null) throw new Error("useConfig is used outside ConfigFormProvider.");
  return api;
}

const noPaths: readonly string[] = [];

/** The file as last read. */
export function useConfigDocument(): ConfigDocument {
  const { store } = useConfig();
  return useSyncExternalStore(store.subscribe, store.document, () => store.served.document);
}

/** Paths of the settings that are changed and not saved, in the registry's order. */
export function useChangedPaths(): readonly string[] {
  const { store } = useConfig();
  return useSyncExternalStore(store.subscribe, store.changedPaths, () => noPaths);
}

export interface ConfigFormProviderProps {
  /** The file as the server read it for this page. */
  initial: ConfigDocument;
  /** Name of the signed-in operator: drafts that survive a reload are shown to nobody else. */
  owner?: string;
  children: ReactNode;
}

/** Mounted once above all pages, so that changes collect over sections and survive navigation. */
export function ConfigFormProvider({ initial, owner = "", children }: ConfigFormProviderProps) {
  const [store] = useState(() => new ConfigStore(initial));
  const [resolver] = useState(() => configResolver(store.baseAt));
  // The base lives in the store, not in the form's default values: those are compared deeply on every change, and a
  // save must be able to move the base of one setting while another is being typed.
  const form = useForm<ConfigForm>({ defaultValues: formOf(store.base()), resolver, mode: "onTouched" });

  const api = useMemo<ConfigApi>(() => {
    const write = (path: string, entry: Entry) => {
      form.setValue(nameOf(path), entry);
      form.clearErrors(nameOf(path));
      store.note(path, entry);
    };
    return {
      store,
      write,
      apply: (operations) => {
        for (const operation of operations) {
          const field = fieldAt(operation.path);
          if (field) write(field.path, entryForOperation(field, store.baseAt(field.path), operation));
        }
      },
      receive: (document, sent) => {
        for (const path of store.receive(document, sent)) {
          form.setValue(nameOf(path), store.baseAt(path));
          form.clearErrors(nameOf(path));
        }
      },
      revert: (paths = store.changedPaths()) => paths.forEach((path) => write(path, store.baseAt(path))),
      check: (paths) => form.trigger(paths.map(nameOf)),
      showProblem: (path, message) => form.setError(nameOf(path), { type: "server", message }),
    };
  }, [form, store]);

  useLatestDocument(api, initial);
  useDraftStorage(api, owner);

  return (
    <ConfigContext value={api}>
      <FormProvider {...form}>{children}</FormProvider>
    </ConfigContext>
  );
}

/** Follows the file: what react-query reads, at focus and after a save, goes into the form. */
function useLatestDocument({ receive }: ConfigApi, initial: ConfigDocument): void {
  const client = useQueryClient();
  const { data } = useQuery({ ...configQuery(), initialData: initial, staleTime: 5_000 });
  useEffect(() => receive(data), [data, receive]);
  // A page that the server renders anew brings a newer document along than the cache may hold.
  useEffect(() => {
    client.setQueryData(configQuery().queryKey, initial);
  }, [client, initial]);
}
