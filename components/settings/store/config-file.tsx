"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { keepLoading } from "@/components/ui/keep-loading";
import type { FileSummary } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import { configQuery } from "../queries/config";
import type { ConfigStore } from "./config-store";
import { parseDrafts, readDrafts } from "./drafts";
import { OpenFile } from "./open-file";
import { useDraftStorage } from "./use-draft-storage";

const FileContext = createContext<OpenFile | null>(null);

export function useOpenFile(): OpenFile {
  const file = use(FileContext);
  if (file === null) throw new Error("useOpenFile is used outside ConfigFileProvider.");
  return file;
}

const none = () => null;

/** The form with all settings. Null until the page has loaded the file's values. */
export function useForm(): ConfigStore | null {
  const file = useOpenFile();
  return useSyncExternalStore(file.subscribe, file.form, none);
}

/** The file's state and the paths of its problems. Available on every page, even if the values are not loaded. */
export function useFileSummary(): FileSummary {
  const file = useOpenFile();
  return useSyncExternalStore(file.subscribe, file.summary, () => file.served);
}

/** Returns a function that loads the file's values, if they are not loaded yet. @throws RequestError */
export function useLoadConfig(): () => Promise<void> {
  const file = useOpenFile();
  const client = useQueryClient();
  return useCallback(async () => {
    if (file.form() !== null) return;
    file.open(await client.fetchQuery(configQuery()));
    file.announce();
  }, [file, client]);
}

/** Returns a function that fetches the file again and updates the form, or creates the form. @throws RequestError */
export function useRefetchConfig(): () => Promise<void> {
  const file = useOpenFile();
  const client = useQueryClient();
  return useCallback(async () => {
    // Cancels a request in progress, because its response may be older than the change to the file.
    await client.cancelQueries({ queryKey: configQuery().queryKey, exact: true });
    file.receive(await client.fetchQuery({ ...configQuery(), staleTime: 0 }));
  }, [file, client]);
}

export interface ConfigFileProviderProps {
  summary: FileSummary;
  /** Name of the signed-in operator. Unsaved changes that survive a reload are restored only for the same operator. */
  owner?: string;
  children: ReactNode;
}

/** Mounted once around all pages, so that unsaved changes stay when the operator navigates. */
export function ConfigFileProvider({ summary, owner = "", children }: ConfigFileProviderProps) {
  const client = useQueryClient();
  const [file] = useState(() => new OpenFile(summary, client));
  useEffect(() => file.follow(), [file]);
  return (
    <FileContext value={file}>
      {children}
      <FormKeeper owner={owner} />
    </FileContext>
  );
}

function FormKeeper({ owner }: { owner: string }) {
  const store = useForm();
  return store === null ? <DraftOpener owner={owner} /> : <Refresher store={store} owner={owner} />;
}

/** If unsaved changes survived a reload, loads the values and opens the form, so that the changes can be saved. */
function DraftOpener({ owner }: { owner: string }) {
  const load = useLoadConfig();
  const { naming } = useFileSummary();
  useEffect(() => {
    // If loading fails, the unsaved changes stay in the tab's storage, and the next page tries again.
    if (parseDrafts(readDrafts(), owner, editionOf(naming).registry) !== null) load().catch(() => undefined);
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
